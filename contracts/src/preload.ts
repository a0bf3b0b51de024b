/**
 * What the page of a signed-in member brings along, so that the browser need not ask for it: what the API would answer,
 * each under the key by which the web keeps it (`web/src/api`). It stands in the page as JSON, in an element with this
 * id.
 */
export type Preload = [queryKey: (string | object)[], answer: unknown][];

export const preloadId = "answers";
