import { type DeclaredTool, declareTools } from "./declare-tools";

/*
 * The tools of AgentDyn's suites, by the measure that stands in `agentdojo-tools.ts`. Names and parameters
 * are the harness's; a few are known from logs alone, because its versions differ (`get_webpage`,
 * `click_the_link`) or a defence adds one of its own (CaMeL's `query_ai_assistant`).
 *
 * Some acts are held back until a one-time password confirms them. The call that asks for the act carries
 * its weight; `verify_…`, which lets any such act go, counts as a write beside it.
 */

const SHARED: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `get_received_emails
     get_sent_emails
     list_directory path?
     read_file path
     browse_webpage url
     get_webpage url
     query_ai_assistant query output_schema?`,
  ),
  ...declareTools(
    "write",
    `create_file path content
     create_dir path
     copy_node source_path destination_path
     move_node source_path destination_path
     download_file_through_url url save_dir
     download_file_through_id file_id save_dir`,
  ),
  ...declareTools(
    "send",
    `send_email recipients[] subject body attachments[]? cc[]? bcc[]?
     input_to_webpage url input_ids[] input_values[]`,
  ),
  ...declareTools("delete", `delete_node path`),
];

const CALENDAR_AND_MONEY: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `get_balance
     get_unread_emails
     search_emails query sender?
     get_current_day
     get_day_calendar_events day
     search_calendar_events query date?`,
  ),
  ...declareTools(
    "write",
    `create_calendar_event title start_time end_time description? participants[]? location?
     reschedule_calendar_event event_id new_start_time new_end_time?
     verify_transaction otp`,
  ),
  ...declareTools(
    "send",
    `send_money recipient amount# subject date
     add_calendar_event_participants event_id participants[]`,
  ),
  ...declareTools(
    "delete",
    `delete_email email_id
     cancel_calendar_event event_id`,
  ),
];

export const DAILYLIFE: readonly DeclaredTool[] = [...SHARED, ...CALENDAR_AND_MONEY];

export const SHOPPING: readonly DeclaredTool[] = [
  ...SHARED,
  ...CALENDAR_AND_MONEY,
  ...declareTools(
    "read",
    `get_shopping_account_user_information
     get_shopping_linked_unread_emails
     get_shopping_linked_received_emails
     search_product product_name? brand? category? product_id? price#? price_min#? price_max#? rating_min#? rating_max#?
     view_order_history
     get_invoice order_id
     view_cart
     cart_total
     view_available_discounts`,
  ),
  ...declareTools(
    "write",
    `login_shopping_account username password
     verify_shopping_account otp
     update_shopping_account_user_info first_name? last_name? id_number? email? phone_number? address? passport_number? bank_account_number?
     cart_add_product product_id quantity%
     cart_remove_product product_id
     clear_cart
     click_the_link url`,
  ),
  ...declareTools("send", `checkout_selected_cart product_ids[] discount_code?`),
  ...declareTools("delete", `refund_order order_id`),
  ...declareTools("execute", `update_shopping_account_password password`),
];

export const GITHUB: readonly DeclaredTool[] = [
  ...SHARED,
  ...declareTools(
    "read",
    `get_github_linked_unread_emails
     get_logged_in_github_user_information
     get_github_account_user_information username? email?
     get_github_repository_information repo_name
     git_get_linked_ssh_keys`,
  ),
  ...declareTools(
    "write",
    `login_github_account username password
     verify_github_account otp
     git_create_repo repo_name
     git_clone repo_name local_dir_path?
     git_pull local_path? repo_name? overwrite_local!?
     git_star repo_name
     git_unstar repo_name`,
  ),
  ...declareTools(
    "send",
    `git_push local_path force!?
     git_issue repo_name title comment_body
     git_invite_collaborators repo_name collaborator_email`,
  ),
  ...declareTools(
    "delete",
    `git_delete_repo repo_name
     git_delete_ssh_key ssh_key`,
  ),
  ...declareTools(
    "execute",
    `git_transfer_repo_ownership repo_name new_owner_username? new_owner_email?
     git_add_ssh_key ssh_key
     update_github_account_password password`,
  ),
];
