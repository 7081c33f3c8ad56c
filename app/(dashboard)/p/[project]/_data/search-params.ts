import type { AddressQuery } from "@/lib/answers/query-values";

/** What Next hands to a page as its query. */
export type SearchParams = Promise<AddressQuery>;
