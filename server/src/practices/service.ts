import type { Tx } from "../db/connect.ts";
import { newId } from "../ids.ts";
import { practices } from "./table.ts";

/** A new tenant, with the settings that the specification gives it. */
export async function createPractice(tx: Tx, name: string): Promise<{ id: string; name: string }> {
  const id = newId();
  await tx.insert(practices).values({ id, name });
  return { id, name };
}
