import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { decodeText } from "../text/encoding.ts";

/** Labels that programs write for text in another encoding: its bytes decide whether it is UTF-8. */
const oftenWrong = /^(us-ascii|ascii|ansi_x3\.\d-19\d\d|iso-?8859-?1|latin-?1|utf-?8|unknown-8bit|x-unknown|default)?$/;

/**
 * Decodes text of an email.
 * @param label the encoding as stated; the bytes decide when it is missing, unknown or evidently wrong
 * @returns text without a byte order mark
 */
export function decodeLabelled(bytes: Buffer, label = ""): string {
  const name = label.trim().toLowerCase();
  if (oftenWrong.test(name)) {
    if (isUtf8(bytes)) return withoutMark(bytes.toString("utf8"));
    return name === "" || name.startsWith("u") ? decodeText(bytes).text : iconv.decode(bytes, "windows-1252");
  }
  try {
    return new TextDecoder(name).decode(bytes); // also knows labels that iconv-lite does not, as iso-2022-jp
  } catch {
    return iconv.encodingExists(name) ? withoutMark(iconv.decode(bytes, name)) : decodeText(bytes).text;
  }
}

const withoutMark = (text: string) => text.replace(/^\ufeff/, "");
