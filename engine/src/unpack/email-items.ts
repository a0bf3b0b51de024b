import { containerLimits } from "@sheaf/contracts/limits.ts";
import { attachmentName } from "../email/attachment-names.ts";
import { htmlWords } from "../email/html-words.ts";
import { type Attachment, type EmailMessage, headOf } from "../email/message.ts";
import { isPicture, messagePage, usedContentIds } from "../email/message-page.ts";
import { whySetAside } from "../email/set-aside.ts";
import { saysNoMoreThanSignature } from "../email/signature-only.ts";
import { isBlank } from "../text/encoding.ts";
import { type Container, type Item, plainItem, tooManyItems } from "./item.ts";
import { withUniquePaths } from "./unique-paths.ts";

/** Pictures of this size in the text are photos of papers rather than logos. */
const photoBytes = 100 * 1024;

/** The items of an email: its own text as a page, then its attachments. */
export function emailItems(message: EmailMessage): Container {
  const { attachments } = message;
  if (attachments.length + 1 > containerLimits.items) throw tooManyItems();
  const usedIds = usedContentIds(message.body);
  const items = withUniquePaths([
    { ...plainItem("Message.html", 0), isOwnContent: true },
    ...attachments.map((one) => attachmentItem(one, usedIds)),
  ]);
  const [own, ...attached] = items;
  const listed = attached.filter((_, index) => !isShown(attachments[index], usedIds)).map(({ path }) => path);
  const page = messagePage(message, listed);
  const hasDocuments = attached.some(({ setAside, kind }) => setAside === null && kind === "file");
  if (own) {
    own.setAside = hasDocuments ? whyNoPage(message, usedIds) : null;
    own.sizeBytes = page.sizeBytes;
    own.packedBytes = page.sizeBytes;
  }
  return {
    items,
    async *pieces(index) {
      yield* index === 0 ? page.pieces() : (attachments[index - 1]?.pieces() ?? []);
    },
    close() {},
  };
}

const attachmentItem = (one: Attachment, usedIds: Set<string>): Item => ({
  ...plainItem(
    attachmentName(one.name, one.type, () => headOf(one)),
    one.sizeBytes,
  ),
  kind: one.isLink ? "link" : "file",
  setAside: whySetAside(one, usedIds),
});

const isShown = (one: Attachment | undefined, usedIds: Set<string>) =>
  one !== undefined && isPicture(one) && one.contentId !== "" && usedIds.has(one.contentId.toLowerCase());

/** Returns why the text of an email that has documents becomes no page; null when it says something. */
function whyNoPage({ body, attachments, from }: EmailMessage, usedIds: Set<string>): string | null {
  if (attachments.some((one) => isShown(one, usedIds) && one.sizeBytes >= photoBytes)) return null;
  const text = body.map(({ kind, content }) => (kind === "html" ? htmlWords(content) : content)).join("\n");
  if (isBlank(text)) return "has no text.";
  return saysNoMoreThanSignature(text, from) ? "says no more than a signature." : null;
}
