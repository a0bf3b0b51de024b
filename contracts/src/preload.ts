/**
 * API responses embedded in the page of a signed-in member, so that the browser need not request them, each with the
 * web app's query key (`web/src/api`). Stored in the page as JSON, in an element with this id.
 */
export type Preload = [queryKey: (string | object)[], answer: unknown][];

export const preloadId = "answers";
