import type { SecurityRow } from "./security-row";

/** Group C: who may do what. */
export const ACCESS_ROWS: readonly SecurityRow[] = [
  {
    row: "C1",
    promise: "Every route has its decision",
    bar: "routes × roles × scopes equal a table in the sources; a route without a row fails",
  },
  {
    row: "C2",
    promise: "It is decided where the data are read",
    bar: "the same answers without anything in front, and for every way to write an address",
  },
  {
    row: "C3",
    promise: "An id of another project is as good as none",
    bar: "404 with the body of a random id, nested and malformed ids too",
  },
  {
    row: "C4",
    promise: "Background and admin work asks for the role",
    bar: "viewer and editor refused everywhere; to verify is reading, and a viewer may",
  },
  {
    row: "C5",
    promise: "Only listed fields leave the server",
    bar: "0 of the secrets planted in every column on any page or answer",
  },
  {
    row: "C6",
    promise: "Nobody gets another's page from a cache",
    bar: "0 crossings in 2 people × all routes × 5 rounds through a caching proxy; no framework cache",
  },
];
