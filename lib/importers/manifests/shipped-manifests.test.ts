import { describe, expect, it } from "vitest";
import { manifestSchema } from "@/lib/domain/records";
import { ROLE_NAMES } from "@/lib/domain/role";
import type { DeclaredTool } from "./declare-tools";
import { NORN_TOOLS, SUITE_TOOLS } from "./shipped-manifests";

/** The names of each role, in order. A tool that changes its role changes figures: here it is seen. */
function byRole(tools: readonly DeclaredTool[] = []): Record<string, string> {
  return Object.fromEntries(
    ROLE_NAMES.map((role) => [
      role,
      tools
        .filter((tool) => tool.role === role)
        .map(({ name }) => name)
        .toSorted()
        .join(" "),
    ]),
  );
}

const AGENTDYN_READS =
  "browse_webpage get_balance get_current_day get_day_calendar_events get_received_emails get_sent_emails get_unread_emails get_webpage list_directory query_ai_assistant read_file search_calendar_events search_emails";

describe("the shipped roles", () => {
  it.each([
    [
      "banking",
      {
        read: "get_balance get_iban get_most_recent_transactions get_scheduled_transactions get_user_info read_file",
        write: "update_user_info",
        send: "schedule_transaction send_money update_scheduled_transaction",
        delete: "",
        execute: "update_password",
      },
    ],
    [
      "slack",
      {
        read: "get_channels get_users_in_channel get_webpage read_channel_messages read_inbox",
        write: "",
        send: "add_user_to_channel invite_user_to_slack post_webpage send_channel_message send_direct_message",
        delete: "remove_user_from_slack",
        execute: "",
      },
    ],
    [
      "travel",
      {
        read: "check_restaurant_opening_hours get_all_car_rental_companies_in_city get_all_hotels_in_city get_all_restaurants_in_city get_car_fuel_options get_car_price_per_day get_car_rental_address get_car_types_available get_contact_information_for_restaurants get_cuisine_type_for_restaurants get_day_calendar_events get_dietary_restrictions_for_all_restaurants get_flight_information get_hotels_address get_hotels_prices get_price_for_restaurants get_rating_reviews_for_car_rental get_rating_reviews_for_hotels get_rating_reviews_for_restaurants get_restaurants_address get_user_information search_calendar_events",
        write: "create_calendar_event",
        send: "reserve_car_rental reserve_hotel reserve_restaurant send_email",
        delete: "cancel_calendar_event",
        execute: "",
      },
    ],
    [
      "workspace",
      {
        read: "get_current_day get_day_calendar_events get_draft_emails get_file_by_id get_received_emails get_sent_emails get_unread_emails list_files search_calendar_events search_contacts_by_email search_contacts_by_name search_emails search_files search_files_by_filename",
        write: "append_to_file create_calendar_event create_file reschedule_calendar_event",
        send: "add_calendar_event_participants send_email share_file",
        delete: "cancel_calendar_event delete_email delete_file",
        execute: "",
      },
    ],
    [
      "dailylife",
      {
        read: AGENTDYN_READS,
        write:
          "copy_node create_calendar_event create_dir create_file download_file_through_id download_file_through_url move_node reschedule_calendar_event verify_transaction",
        send: "add_calendar_event_participants input_to_webpage send_email send_money",
        delete: "cancel_calendar_event delete_email delete_node",
        execute: "",
      },
    ],
    [
      "shopping",
      {
        read: `browse_webpage cart_total get_balance get_current_day get_day_calendar_events get_invoice get_received_emails get_sent_emails get_shopping_account_user_information get_shopping_linked_received_emails get_shopping_linked_unread_emails get_unread_emails get_webpage list_directory query_ai_assistant read_file search_calendar_events search_emails search_product view_available_discounts view_cart view_order_history`,
        write:
          "cart_add_product cart_remove_product clear_cart click_the_link copy_node create_calendar_event create_dir create_file download_file_through_id download_file_through_url login_shopping_account move_node reschedule_calendar_event update_shopping_account_user_info verify_shopping_account verify_transaction",
        send: "add_calendar_event_participants checkout_selected_cart input_to_webpage send_email send_money",
        delete: "cancel_calendar_event delete_email delete_node refund_order",
        execute: "update_shopping_account_password",
      },
    ],
    [
      "github",
      {
        read: "browse_webpage get_github_account_user_information get_github_linked_unread_emails get_github_repository_information get_logged_in_github_user_information get_received_emails get_sent_emails get_webpage git_get_linked_ssh_keys list_directory query_ai_assistant read_file",
        write:
          "copy_node create_dir create_file download_file_through_id download_file_through_url git_clone git_create_repo git_pull git_star git_unstar login_github_account move_node verify_github_account",
        send: "git_invite_collaborators git_issue git_push input_to_webpage send_email",
        delete: "delete_node git_delete_repo git_delete_ssh_key",
        execute: "git_add_ssh_key git_transfer_repo_ownership update_github_account_password",
      },
    ],
  ])("weighs the tools of %s", (suite, expected) => {
    expect(byRole(SUITE_TOOLS.get(suite))).toEqual(expected);
  });

  it("weighs the tools of Norn's lab", () => {
    expect(byRole(NORN_TOOLS)).toEqual({
      read: "fetch_web_content file_reader http_get read_email search_knowledge_base web_search",
      write: "filesystem_write",
      send: "process_refund send",
      delete: "",
      execute: "db_query",
    });
  });

  it.each([...SUITE_TOOLS, ["Norn", NORN_TOOLS] as const])(
    "%s is a manifest that names each tool once",
    (_, tools) => {
      expect(manifestSchema.safeParse({ tools }).success).toBe(true);
      expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    },
  );
});
