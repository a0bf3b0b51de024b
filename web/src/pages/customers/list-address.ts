/**
 * Kept with the address of a customer that was opened from the list: where the list stood, with its search and order.
 */
export const fromList = (search: string) => ({ list: search });

/** The address of the list, as it was left. @param state of the customer's address */
export function listAddress(state: unknown): string {
  const list = typeof state === "object" && state !== null && "list" in state ? state.list : "";
  return `/customers${typeof list === "string" ? list : ""}`;
}
