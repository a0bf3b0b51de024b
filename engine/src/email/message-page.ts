import { MB } from "@sheaf/contracts/limits.ts";
import type { Attachment, BodyText, EmailMessage } from "./message.ts";

/** Pictures in a page take a third more space than they do in the email, and may be shown several times. */
const maxPictureBytes = 20 * MB;
const maxPictures = 1000;

/** A page in pieces, so that pictures are encoded only when the page is written. */
export interface MessagePage {
  sizeBytes: number;
  pieces(): Iterable<Buffer>;
}

/**
 * Writes the page of an email, one HTML file without references to others: who sent it to whom, when, with what, and
 * its text.
 * @param names of the attachments, as listed
 */
export function messagePage(message: EmailMessage, names: string[]): MessagePage {
  const head = Buffer.from(`${pageStart(message.subject)}${headerTable(message, names)}\n`);
  const pieces: (Buffer | Attachment)[] = [head];
  let left = maxPictureBytes;
  for (const part of message.body) {
    for (const piece of part.kind === "text" ? [textBlock(part.content)] : withPictures(htmlBlock(part), message)) {
      if (typeof piece === "string") pieces.push(Buffer.from(piece));
      else if (piece.sizeBytes <= left) {
        left -= piece.sizeBytes;
        pieces.push(piece);
      }
    }
  }
  pieces.push(Buffer.from("</body></html>\n"));
  return {
    sizeBytes: pieces.reduce((sum, piece) => sum + pieceBytes(piece), 0),
    *pieces() {
      for (const piece of pieces) {
        if (Buffer.isBuffer(piece)) yield piece;
        else yield* dataUrl(piece);
      }
    },
  };
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The style sheet gives HTML without a font the one of the table. The email's own style sheets come later. */
const pageStart = (subject: string) => `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${escaped(subject)}</title>
<style>body{font-family:Arial,Helvetica,sans-serif;font-size:10pt}</style></head><body>
`;

const font = "font-family:Arial,Helvetica,sans-serif;font-size:10pt;line-height:1.35;color:#000";
const cell = `${font};padding:1pt 8pt 1pt 0;text-align:left;vertical-align:top;border:0;background:none`;

/** Styles are on each element, because style sheets of the email apply to the whole page. */
function headerTable(message: EmailMessage, names: string[]): string {
  const rows: [string, string][] = [
    ["From", message.from],
    ["To", message.to],
    ["Cc", message.cc],
    ["Bcc", message.bcc],
    ["Sent", message.sent],
    ["Subject", message.subject],
    ["Attachments", names.join("; ")],
  ];
  const written = rows.flatMap(([label, text]) =>
    text === ""
      ? []
      : [
          `<tr><td style="${cell};font-weight:bold;white-space:nowrap">${label}</td><td style="${cell}">${escaped(text)}</td></tr>`,
        ],
  );
  if (written.length === 0) return "";
  const table = "border-collapse:collapse;margin:0;border:0;width:auto;background:none";
  return `<table style="${table}">${written.join("")}</table><hr style="border:0;border-top:1pt solid #000;margin:8pt 0 12pt">`;
}

const fixedFont = "font-family:'Courier New',Courier,monospace;font-size:9pt;line-height:1.35;color:#000";

/** Keeps line ends and runs of spaces. Columns that are aligned by spaces need letters of one width. */
function textBlock(text: string): string {
  const shown = text.trimEnd();
  const columns = shown.split("\n").filter((line) => /\S {3,}\S|\S\t+\S/.test(line));
  const style = columns.length > 1 ? fixedFont : font;
  return `<div style="${style};white-space:pre-wrap">${escaped(shown)}</div>\n`;
}

/**
 * Removes what makes a text a page of its own; it becomes a block of ours. The style and colours of its body stay with
 * the block.
 */
function htmlBlock({ content }: BodyText): string {
  const body = /<body\b([^<>]*)>/i.exec(content)?.[1] ?? "";
  const inner = content
    .replaceAll(/<!doctype\b[^<>]*>/gi, "")
    .replaceAll(/<meta\b[^<>]*>/gi, "")
    .replaceAll(/<title\b[^<>]*>[^<]*<\/title\s*>/gi, "")
    .replaceAll(/<\/?(?:html|head|body)\b[^<>]*>/gi, "");
  return `<div${bodyStyle(body)}>${inner}</div>\n`;
}

function bodyStyle(attributes: string): string {
  const value = (name: string) => {
    const [, quoted, single, bare] =
      new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`, "i").exec(attributes) ?? [];
    return quoted ?? single ?? bare ?? "";
  };
  const style = [
    value("bgcolor") && `background-color:${value("bgcolor")}`,
    value("text") && `color:${value("text")}`,
    value("style"),
  ];
  const written = style.filter((one) => one !== "").join(";");
  return written === "" ? "" : ` style="${written.replaceAll('"', "&quot;")}"`;
}

/** References to parts of the email, as the value of an attribute or within a style. */
const reference = /cid:([^"'\s<>)]{1,500})/gi;

/** Returns the Content-IDs that a text refers to. */
export function usedContentIds(body: BodyText[]): Set<string> {
  const found = body.flatMap(({ kind, content }) => (kind === "html" ? [...content.matchAll(reference)] : []));
  return new Set(found.map(([, id = ""]) => decodedId(id)));
}

function decodedId(id: string): string {
  try {
    return decodeURIComponent(id.replaceAll("&amp;", "&")).toLowerCase();
  } catch {
    return id.toLowerCase();
  }
}

export const isPicture = ({ type, name }: Pick<Attachment, "type" | "name">): boolean =>
  type.startsWith("image/") || /\.(png|jpe?g|gif|bmp|webp)$/i.test(name);

/** Splits an HTML text at its references to pictures of the email. References to anything else stay as they are. */
function withPictures(html: string, { attachments }: EmailMessage): (string | Attachment)[] {
  const byId = new Map(
    attachments
      .filter((one) => one.contentId !== "" && isPicture(one) && !one.isDamaged)
      .map((one) => [one.contentId.toLowerCase(), one]),
  );
  const pieces: (string | Attachment)[] = [];
  let from = 0;
  for (const match of html.matchAll(reference)) {
    if (pieces.length >= 2 * maxPictures) break;
    const picture = byId.get(decodedId(match[1] ?? ""));
    if (!picture) continue;
    pieces.push(html.slice(from, match.index), picture);
    from = match.index + match[0].length;
  }
  return [...pieces, html.slice(from)];
}

const dataUrlStart = ({ type }: Attachment) =>
  Buffer.from(`data:${/^image\/[\w.+-]+$/.exec(type)?.[0] ?? "image/png"};base64,`);

const pieceBytes = (piece: Buffer | Attachment): number =>
  Buffer.isBuffer(piece) ? piece.length : dataUrlStart(piece).length + Math.ceil(piece.sizeBytes / 3) * 4;

function* dataUrl(picture: Attachment): Generator<Buffer> {
  yield dataUrlStart(picture);
  yield Buffer.from(Buffer.concat([...picture.pieces()]).toString("base64"));
}
