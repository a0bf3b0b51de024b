/** History state of a customer opened from the list: the list's search and order. */
export const fromList = (search: string) => ({ list: search });

/**
 * Returns the address of the list as it was left.
 * @param state of the customer's address
 */
export function listAddress(state: unknown): string {
  const list = typeof state === "object" && state !== null && "list" in state ? state.list : "";
  return `/customers${typeof list === "string" ? list : ""}`;
}
