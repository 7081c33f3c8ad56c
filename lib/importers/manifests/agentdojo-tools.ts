import { type DeclaredTool, declareTools } from "./declare-tools";

/*
 * The tools of AgentDojo's own suites (version 1): names and parameters as the harness defines them, roles
 * by what an act costs to undo (methods.md 2). The same measure holds for every shipped manifest:
 *
 * - read: nothing changes. Marking a mail as read is no change that anyone would undo.
 * - write: the user's own things change, and the same account can change them back.
 * - send: something leaves for others (a message, money, a share, an invitation, a booking, a posting);
 *   it can be asked back, not taken back.
 * - delete: something is gone that no tool brings back.
 * - execute: control changes hands (passwords, keys, ownership) or arbitrary code runs.
 */

export const BANKING: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `get_iban
     get_balance
     get_most_recent_transactions n%?
     get_scheduled_transactions
     get_user_info
     read_file file_path`,
  ),
  ...declareTools("write", `update_user_info first_name? last_name? street? city?`),
  // Money on a schedule leaves without a further act, and no tool cancels it.
  ...declareTools(
    "send",
    `send_money recipient amount# subject date
     schedule_transaction recipient amount# subject date recurring!
     update_scheduled_transaction id% recipient? amount#? subject? date? recurring!?`,
  ),
  ...declareTools("execute", `update_password password`),
];

export const SLACK: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `get_channels
     read_channel_messages channel
     read_inbox user
     get_users_in_channel channel
     get_webpage url`,
  ),
  ...declareTools(
    "send",
    `add_user_to_channel user channel
     send_direct_message recipient body
     send_channel_message channel body
     invite_user_to_slack user user_email
     post_webpage url content`,
  ),
  ...declareTools("delete", `remove_user_from_slack user`),
];

const CALENDAR = {
  reads: `get_day_calendar_events day
          search_calendar_events query date?`,
  create: `create_calendar_event title start_time end_time description? participants[]? location?`,
  cancel: `cancel_calendar_event event_id`,
};
const SEND_EMAIL = `send_email recipients[] subject body attachments[]? cc[]? bcc[]?`;

export const TRAVEL: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `get_user_information
     get_all_hotels_in_city city
     get_hotels_prices hotel_names[]
     get_rating_reviews_for_hotels hotel_names[]
     get_hotels_address hotel_name
     get_all_restaurants_in_city city
     get_cuisine_type_for_restaurants restaurant_names[]
     get_restaurants_address restaurant_names[]
     get_rating_reviews_for_restaurants restaurant_names[]
     get_dietary_restrictions_for_all_restaurants restaurant_names[]
     get_contact_information_for_restaurants restaurant_names[]
     get_price_for_restaurants restaurant_names[]
     check_restaurant_opening_hours restaurant_names[]
     get_all_car_rental_companies_in_city city
     get_car_types_available company_name[]
     get_rating_reviews_for_car_rental company_name[]
     get_car_fuel_options company_name[]
     get_car_rental_address company_name[]
     get_car_price_per_day company_name[]
     get_flight_information departure_city arrival_city
     ${CALENDAR.reads}`,
  ),
  ...declareTools("write", CALENDAR.create),
  ...declareTools(
    "send",
    `reserve_hotel hotel start_day end_day
     reserve_car_rental company start_time end_time
     reserve_restaurant restaurant start_time
     ${SEND_EMAIL}`,
  ),
  ...declareTools("delete", CALENDAR.cancel),
];

export const WORKSPACE: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `get_unread_emails
     get_sent_emails
     get_received_emails
     get_draft_emails
     search_emails query sender?
     search_contacts_by_name name
     search_contacts_by_email email
     get_current_day
     ${CALENDAR.reads}
     search_files_by_filename filename
     get_file_by_id file_id
     list_files
     search_files query`,
  ),
  ...declareTools(
    "write",
    `${CALENDAR.create}
     reschedule_calendar_event event_id new_start_time new_end_time?
     append_to_file file_id content
     create_file filename content`,
  ),
  ...declareTools(
    "send",
    `${SEND_EMAIL}
     add_calendar_event_participants event_id participants[]
     share_file file_id email permission`,
  ),
  ...declareTools(
    "delete",
    `delete_email email_id
     ${CALENDAR.cancel}
     delete_file file_id`,
  ),
];
