import { documentTitle } from "@sheaf/contracts/page-title.ts";
import { type PageFacts, type PagePath, pagePath, pages } from "@sheaf/contracts/pages.ts";
import type { Config } from "../../platform/config/config.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import { describeInstallation } from "../installation/describe.ts";

const notFound: PageFacts = { title: "404 Page Not Found" };

/** A page as it goes out: the one built file, with a head of its own. */
export interface Page {
  status: 200 | 404;
  html: string;
}

/** What the web build says each page needs; see scripts/page-parts.ts. */
export type PageParts = Record<string, { scripts: string[]; styles: string[] }>;

/**
 * Gives the built file what a reader without scripts (a search engine, a chat that shows a link) should know of one
 * address, and the facts of the installation, so that the page need not ask for them.
 * @param built index.html as Vite made it, with one <title> and one description
 * @param path without its query
 * @param parts what else the browser may fetch at once
 * @param drawn what the web app shows at the address (web/src/entry-server.tsx): it stands where the page waits
 *   otherwise
 * @param picture the same for a member: only to look at until the browser draws it
 */
export function pageOf(
  built: string,
  path: string,
  config: Config,
  parts: PageParts = {},
  { drawn, picture }: { drawn?: string | undefined; picture?: string | undefined } = {},
): Page {
  const known = pagePath(path, config.installation);
  const head = known ? headOf(pages[known], known, config) : headOf(notFound, undefined, config);
  const shows = (drawn ?? picture) !== undefined;
  const html = withRoot(built, drawn, picture)
    .replace(/<meta\s+name="description"[^>]*>\s*/, "")
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace("</head>", () => `${known ? links(built, parts[nameOf(known)], shows) : ""}</head>`)
    .replace("</body>", () => `${installationData(config)}</body>`);
  return { status: known ? 200 : 404, html: shows ? scriptsLast(html) : html };
}

/** A page that shows without its script leaves the line to what it shows with: styles, face and pictures. */
function scriptsLast(html: string): string {
  const scripts: string[] = [];
  const rest = html.replace(/<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\s*/g, (tag) => {
    scripts.push(tag.trim().replace(" crossorigin", ' fetchpriority="low" crossorigin'));
    return "";
  });
  return rest.replace("</body>", () => `${scripts.join("\n    ")}\n  </body>`);
}

/** In index.html: what shows before the browser has drawn anything, and what it says without scripts. */
const waiting = /<div id="root">.*<\/noscript>/s;
const wait = /<div id="root">.*(?=\s*<noscript>)/s;

function withRoot(built: string, drawn: string | undefined, picture: string | undefined): string {
  if (drawn !== undefined) return built.replace(waiting, () => `<div id="root" data-drawn>${drawn}</div>`);
  if (picture === undefined) return built;
  return built.replace(wait, () => `<div id="root" data-picture aria-busy="true">${picture}</div>`);
}

/** For a browser that brought no session: the page knows that nobody is signed in, and does not ask who it is. */
export const forVisitor = (html: string): string => html.replace("<html", "<html data-visitor");

/** @param answers the element that holds them, if the page brings any */
export const withPreload = (html: string, answers = ""): string => html.replace("</body>", () => `${answers}</body>`);

/** Of the file in web/src/pages that shows the address. */
function nameOf(path: PagePath): string {
  const last = path.split("/").at(-1) ?? "";
  if (path === "/") return "landing";
  if (path === "/admin/users/:id") return "admin-user";
  if (path.startsWith("/admin/")) return `admin-${last}`;
  return path.startsWith("/auth/") && last !== "forgot" ? "link" : last;
}

/** @param drawn the page shows at once, so its styles count at once; the script brings them otherwise */
function links(
  built: string,
  { scripts, styles }: PageParts[string] = { scripts: [], styles: [] },
  drawn: boolean,
): string {
  const style = drawn ? `rel="stylesheet"` : `rel="preload" as="style"`;
  const all = [
    ...scripts.map((href) => ({ href, link: `<link rel="modulepreload" crossorigin href="${href}">` })),
    ...styles.map((href) => ({ href, link: `<link ${style} crossorigin href="${href}">` })),
  ];
  return all.flatMap(({ href, link }) => (built.includes(`"${href}"`) ? [] : `${link}\n    `)).join("");
}

/** @param path undefined: nothing to link to */
function headOf(facts: PageFacts, path: PagePath | undefined, config: Config): string {
  const title = documentTitle(facts.title);
  const description = (config.installation === "practice" ? facts.ownPractice : undefined) ?? facts.description;
  const found = description !== undefined && path !== undefined && !config.demo;
  const base = config.publicUrl?.replace(/\/+$/, "");
  return [
    `<title>${escapeHtml(title)}</title>`,
    description && `<meta name="description" content="${escapeHtml(description)}">`,
    !found && `<meta name="robots" content="noindex">`,
    base && found && `<link rel="canonical" href="${escapeHtml(base + path)}">`,
    `<meta property="og:site_name" content="Sheaf">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:locale" content="en_GB">`,
    `<meta property="og:title" content="${escapeHtml(title)}">`,
    description && `<meta property="og:description" content="${escapeHtml(description)}">`,
    base && found && `<meta property="og:url" content="${escapeHtml(base + path)}">`,
    base && `<meta property="og:image" content="${escapeHtml(`${base}/share.png`)}">`,
    base && `<meta name="twitter:card" content="summary_large_image">`,
  ]
    .filter(Boolean)
    .join("\n    ");
}

/** A block of data is no script: the content security policy lets it be. Nothing in it may end the block. */
function installationData(config: Config): string {
  const data = JSON.stringify(describeInstallation(config)).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="installation">${data}</script>\n  `;
}
