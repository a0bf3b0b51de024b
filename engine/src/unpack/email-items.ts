import { containerLimits } from "@sheaf/contracts/limits.ts";
import { attachmentName, numbered } from "../email/attachment-names.ts";
import { htmlWords } from "../email/html-words.ts";
import type { Attachment, EmailMessage } from "../email/message.ts";
import { isPicture, messagePage, usedContentIds } from "../email/message-page.ts";
import { whySetAside } from "../email/set-aside.ts";
import { saysNoMoreThanSignature } from "../email/signature-only.ts";
import { isBlank } from "../text/encoding.ts";
import type { Container, Item } from "./item.ts";
import { tooManyItems } from "./item.ts";

/** Pictures of this size in the text are photos of papers rather than logos. */
const photoBytes = 100 * 1024;

/** The items of an email: its own text as a page, then its attachments. */
export function emailItems(message: EmailMessage): Container {
  const { attachments } = message;
  if (attachments.length + 1 > containerLimits.items) throw tooManyItems();
  const usedIds = usedContentIds(message.body);
  const setAside = attachments.map((one) => whySetAside(one, usedIds));
  const names = numbered([
    "Message.html",
    ...attachments.map((one) => attachmentName(one.name, one.type, headOf(one))),
  ]);
  const listed = attachments.flatMap((one, index) => (isShown(one, usedIds) ? [] : [names[index + 1] ?? ""]));
  const page = messagePage(message, listed);
  const hasDocuments = attachments.some((one, index) => setAside[index] === null && !one.isLink);
  return {
    items: [
      {
        ...itemOf("Message.html", page.sizeBytes),
        setAside: hasDocuments ? whyNoPage(message, usedIds) : null,
        isOwnContent: true,
      },
      ...attachments.map((one, index) => ({
        ...itemOf(names[index + 1] ?? "", one.sizeBytes),
        kind: one.isLink ? ("link" as const) : ("file" as const),
        setAside: setAside[index] ?? null,
      })),
    ],
    async *pieces(index) {
      yield* index === 0 ? page.pieces() : (attachments[index - 1]?.pieces() ?? []);
    },
    close() {},
  };
}

const itemOf = (path: string, sizeBytes: number): Item => ({
  path,
  sizeBytes,
  packedBytes: sizeBytes,
  isEncrypted: false,
  kind: "file",
  isUnsafe: false,
  setAside: null,
  isOwnContent: false,
});

function headOf(attachment: Attachment): Buffer {
  for (const piece of attachment.pieces()) return piece.subarray(0, 16_384);
  return Buffer.alloc(0);
}

const isShown = (one: Attachment, usedIds: Set<string>) =>
  isPicture(one) && one.contentId !== "" && usedIds.has(one.contentId.toLowerCase());

/** Returns why the text of an email that has documents becomes no page; null when it says something. */
function whyNoPage({ body, attachments, from }: EmailMessage, usedIds: Set<string>): string | null {
  if (attachments.some((one) => isShown(one, usedIds) && one.sizeBytes >= photoBytes)) return null;
  const text = body.map(({ kind, content }) => (kind === "html" ? htmlWords(content) : content)).join("\n");
  if (isBlank(text)) return "has no text.";
  return saysNoMoreThanSignature(text, from) ? "says no more than a signature." : null;
}
