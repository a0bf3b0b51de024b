import { isBlank } from "../text/encoding.ts";
import { htmlWords } from "./html-words.ts";
import type { BodyText } from "./message.ts";

/** Whether a text shows neither words nor a picture. */
export const isBlankBody = ({ kind, content }: BodyText): boolean =>
  isBlank(kind === "html" ? htmlWords(content) : content) && !(kind === "html" && /<img\b/i.test(content));
