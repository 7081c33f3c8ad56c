import { type DeclaredTool, declareTools } from "./declare-tools";

/**
 * The tools of Norn's lab, by the measure that stands in `agentdojo-tools.ts`: the three that it always
 * offers, those of its example tool file, and those of the agent application that its lab attacks. A SQL
 * query can do anything that a database can, hence `execute`.
 */
export const NORN_LAB: readonly DeclaredTool[] = [
  ...declareTools(
    "read",
    `file_reader path
     web_search query
     http_get url
     read_email email_id
     fetch_web_content url
     search_knowledge_base query`,
  ),
  ...declareTools("write", `filesystem_write path content`),
  ...declareTools(
    "send",
    `send to subject? body
     process_refund transaction_id`,
  ),
  ...declareTools("execute", `db_query query`),
];
