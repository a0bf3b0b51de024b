import { readFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { listPage, messagePage, missingPage } from "./page-html.ts";
import type { MailStore } from "./store.ts";

export interface PageAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

/** Policy for the service's own pages: no scripts, no images, and frames only from the same origin. */
const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'";
/** Policy for the HTML of an email: it runs no scripts and loads nothing; links open outside the frame. */
const emailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/**
 * Responds to a browser's request: the list of messages, one message, its HTML, or the raw message.
 * @param options.host the only Host that is accepted. Another name for this machine means that a page of another site
 *   makes the request (DNS rebinding).
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
  if (ending === ".html")
    return { status: 200, headers: headersFor("text/html", emailPolicy), body: withBaseTarget(message.html) };
  if (ending === "") return page(200, messagePage(message));
  const content = await readFile(store.contentPath(id)).catch(() => undefined);
  if (!content) return missing();
  const attached = { "content-disposition": `attachment; filename="${id}.eml"` };
  return { status: 200, headers: { ...headersFor("message/rfc822", "sandbox"), ...attached }, body: content };
}

const missing = () => page(404, missingPage());
const page = (status: number, body: string): PageAnswer => ({
  status,
  headers: headersFor("text/html", pagePolicy),
  body,
});

/** Makes links open in a new tab. In the frame of the email, Sheaf's pages would refuse to load. */
const withBaseTarget = (html: string) => html.replace(/<head>/i, '<head><base target="_blank">');

const headersFor = (type: string, policy: string) => ({
  "content-type": type === "text/html" ? "text/html; charset=utf-8" : type,
  "content-security-policy": policy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
});
