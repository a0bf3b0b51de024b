import type { EmailText } from "@sheaf/contracts/email-text.ts";
import { uploadExtension } from "@sheaf/contracts/formats.ts";
import type { Plan } from "@sheaf/contracts/plans.ts";
import { nameOf, type UnpackedItem } from "@sheaf/engine/unpack/item.ts";
import { newId } from "../../../platform/ids.ts";
import type { WorkerServices } from "../../../platform/services.ts";
import { itemKey } from "../blob-keys.ts";
import { isEmailText } from "../item-changes.ts";
import type { ItemRow } from "../item-rows.ts";
import type { FileRow } from "../status.ts";
import { namedByPath, shownNameOf, tooLargeForPlan } from "./item-names.ts";

interface Facts {
  container: FileRow;
  /** Index of the item in its container. */
  index: number;
  /** What becomes of the text of this customer's emails; null as usual. */
  emailText: EmailText | null;
  plan: Plan;
  /** Returns the container's password sealed for an item; null without one. */
  sealPassword(itemId: string): Buffer | null;
}

/**
 * Stores an item that will be converted, and returns its row. The password that opened the container is tried for its
 * items too, and each forgets it when it ends. An item that is set aside is stored only if its container
 * cannot be read again, because the password is forgotten.
 */
export async function keepItem(
  storage: WorkerServices["storage"],
  { container, index, emailText, plan, sealPassword }: Facts,
  unpacked: UnpackedItem,
  signal: AbortSignal,
): Promise<ItemRow> {
  const { item } = unpacked;
  const canReadAgain = container.password === null && !item.isEncrypted;
  const originalName = nameOf(item);
  const row: ItemRow = {
    id: newId(),
    originalName,
    path: `${shownNameOf(container)} › ${item.path}`,
    itemIndex: canReadAgain ? index : null,
    isOwnContent: item.isOwnContent,
    type: uploadExtension(originalName) ?? "other",
    sizeBytes: item.sizeBytes,
    sha256: "",
    originalKey: null,
    password: null,
    reason: null,
    message: null,
    state: "waiting",
  };
  const store = async (body: NonNullable<Extract<UnpackedItem, { outcome: "set-aside" }>["body"]>) => {
    const key = itemKey(container, row.id);
    return { ...(await storage.put(key, body, { signal })), originalKey: key };
  };
  if (unpacked.outcome === "rejected") {
    return { ...row, state: "refused", reason: unpacked.reason, message: namedByPath(row, unpacked.text) };
  }
  if (unpacked.body === null) {
    const message = namedByPath(row, "text" in unpacked ? unpacked.text : "");
    return { ...row, state: "set-aside", itemIndex: null, reason: "unsupported", message };
  }
  const aside = asideWords(row, unpacked, emailText);
  if (aside !== null) {
    const stored = canReadAgain ? {} : await store(unpacked.body);
    return { ...row, ...stored, state: "set-aside", message: aside };
  }
  const tooLarge = tooLargeForPlan(row, plan);
  if (tooLarge) return { ...row, state: "refused", reason: "too-large", message: tooLarge };
  return { ...row, ...(await store(unpacked.body)), password: sealPassword(row.id) };
}

/** Returns why an item is set aside, as a whole sentence; null when it is a document. */
function asideWords(row: ItemRow, unpacked: UnpackedItem, emailText: EmailText | null): string | null {
  if (isEmailText(row) && emailText === "always") return null;
  if (isEmailText(row) && emailText === "never") {
    return `${shownNameOf(row)} is the text of the email, which is not printed for this customer.`;
  }
  return unpacked.outcome === "set-aside" ? namedByPath(row, unpacked.text) : null;
}
