import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { listPage, messagePage, missingPage } from "./page-html.ts";
import type { MailStore } from "./store.ts";

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Pages of our own: no script, no picture, and frames only from here. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";
/** An email's own HTML: it runs no script and fetches nothing; its links open outside of the frame. */
const emailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * What a browser asks for: the list of messages, one of them, its HTML, and the message as it travelled.
 * @param options.host the only one that is answered for: another name for this machine is a stranger's page asking
 */
export async function pageAt(
  { method, url = "/", headers }: IncomingMessage,
  { store, host }: { store: MailStore; host: string },
): Promise<PageAnswer> {
  const { pathname } = new URL(url, "http://127.0.0.1");
  if (headers.host !== host || (method !== "GET" && method !== "HEAD")) return missing();
  if (pathname === "/") return page(200, listPage(store.all()));
  const [, id = "", ending = ""] = /^\/messages\/([\w-]+)(\.html|\.eml)?$/.exec(pathname) ?? [];
  const message = store.find(id);
  if (!message) return missing();
  if (ending === ".html") return { status: 200, headers: heads("text/html", emailPolicy), body: opening(message.html) };
  if (ending === "") return page(200, messagePage(message));
  const content = await readFile(store.contentPath(id)).catch(() => undefined);
  if (!content) return missing();
  const attached = { "content-disposition": `attachment; filename="${id}.eml"` };
  return { status: 200, headers: { ...heads("message/rfc822", "sandbox"), ...attached }, body: content };
}

const missing = () => page(404, missingPage());
const page = (status: number, body: string): PageAnswer => ({ status, headers: heads("text/html", pagePolicy), body });

/** Links in an email would else open in its frame, where no page of Sheaf shows itself. */
const opening = (html: string) => html.replace(/<head>/i, '<head><base target="_blank">');

const heads = (type: string, policy: string) => ({
  "content-type": type === "text/html" ? "text/html; charset=utf-8" : type,
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
});
