import initSqlJs from "sql.js";

/** The bytes of a SQLite database that `sql` made. */
export async function madeDatabase(sql: string): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const database = new Database();
  database.run(sql);
  const bytes = database.export();
  database.close();
  return bytes;
}
