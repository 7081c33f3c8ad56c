function leave(where: string): () => never {
  return () => {
    throw new Error(where);
  };
}

/** In the place of `next/navigation`: leaving a page is an error that says by which way. */
export const redirect = leave("redirect");
export const forbidden = leave("403");
export const notFound = leave("404");
