import { documentTitle } from "@sheaf/contracts/page-title.ts";
import { type PageFacts, type PagePath, pagePath, pages } from "@sheaf/contracts/pages.ts";
import type { Config } from "../../platform/config/config.ts";
import { escapeHtml } from "../../platform/escape-html.ts";
import { describeInstallation } from "../installation/describe.ts";

const notFound: PageFacts = { title: "404 Page Not Found" };

/** A page ready to be sent: the built index.html with a head of its own. */
export interface Page {
  status: 200 | 404;
  html: string;
}

/** The files that each page needs, from the web build; see scripts/page-parts.ts. */
export type PageParts = Record<string, { scripts: string[]; styles: string[] }>;

/**
 * Adds to the built file the metadata for one address, for readers without JavaScript such as search engines and link
 * previews in chats, and the facts of the installation, so that the page need not request them.
 * @param built index.html as Vite made it, with one <title> and one description
 * @param path without its query
 * @param parts files that the browser may load at once
 * @param rendered the rendered page (web/src/entry-server.tsx); it replaces the placeholder
 * @param preview the same for a member: only a preview, until the browser renders the page
 */
export function pageOf(
  built: string,
  path: string,
  config: Config,
  parts: PageParts = {},
  { rendered, preview }: { rendered?: string | undefined; preview?: string | undefined } = {},
): Page {
  const known = pagePath(path, config.installation);
  const head = known ? headOf(pages[known], known, config) : headOf(notFound, undefined, config);
  const isRendered = (rendered ?? preview) !== undefined;
  const html = withRoot(built, rendered, preview)
    .replace(/<meta\s+name="description"[^>]*>\s*/, "")
    .replace(/<title>[^<]*<\/title>/, () => head)
    .replace("</head>", () => `${known ? links(built, parts[nameOf(known)], isRendered) : ""}</head>`)
    .replace("</body>", () => `${installationData(config)}</body>`);
  return { status: known ? 200 : 404, html: isRendered ? withScriptsLast(html) : html };
}

/** Moves the scripts to the end of a page that is visible without them, so that styles, fonts and images load first. */
function withScriptsLast(html: string): string {
  const scripts: string[] = [];
  const rest = html.replace(/<(?:script type="module"|link rel="modulepreload")[^>]*>(?:<\/script>)?\s*/g, (tag) => {
    scripts.push(tag.trim().replace(" crossorigin", ' fetchpriority="low" crossorigin'));
    return "";
  });
  return rest.replace("</body>", () => `${scripts.join("\n    ")}\n  </body>`);
}

/**
 * In index.html: the placeholder until the browser has rendered the page, with and without the text for browsers
 * without JavaScript.
 */
const placeholderWithNoscript = /<div id="root">.*<\/noscript>/s;
const placeholder = /<div id="root">.*(?=\s*<noscript>)/s;

function withRoot(built: string, rendered: string | undefined, preview: string | undefined): string {
  if (rendered !== undefined)
    return built.replace(placeholderWithNoscript, () => `<div id="root" data-rendered>${rendered}</div>`);
  if (preview === undefined) return built;
  return built.replace(placeholder, () => `<div id="root" data-preview aria-busy="true">${preview}</div>`);
}

/**
 * Marks a page for a browser without a session: the page then knows that nobody is signed in, and does not request the
 * user.
 */
export const forVisitor = (html: string): string => html.replace("<html", "<html data-visitor");

/** @param answers the element with the preloaded API responses, if there are any */
export const withPreload = (html: string, answers = ""): string => html.replace("</body>", () => `${answers}</body>`);

/** Returns the name of the file in web/src/pages that shows the address. */
function nameOf(path: PagePath): string {
  const last = path.split("/").at(-1) ?? "";
  if (path === "/") return "landing";
  if (path === "/admin/users/:id") return "admin-user";
  if (path.startsWith("/admin/")) return `admin-${last}`;
  return path.startsWith("/auth/") && last !== "forgot" ? "link" : last;
}

/** @param rendered whether the page is rendered: its styles are then needed at once; otherwise the script loads them */
function links(
  built: string,
  { scripts, styles }: PageParts[string] = { scripts: [], styles: [] },
  rendered: boolean,
): string {
  const style = rendered ? `rel="stylesheet"` : `rel="preload" as="style"`;
  const all = [
    ...scripts.map((href) => ({ href, link: `<link rel="modulepreload" crossorigin href="${href}">` })),
    ...styles.map((href) => ({ href, link: `<link ${style} crossorigin href="${href}">` })),
  ];
  return all.flatMap(({ href, link }) => (built.includes(`"${href}"`) ? [] : `${link}\n    `)).join("");
}

/** @param path undefined when there is no address to link to */
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

/**
 * Returns the facts of the installation as a data block, which the content security policy allows because it is not a
 * script. "<" is escaped, so that no content can end the block.
 */
function installationData(config: Config): string {
  const data = JSON.stringify(describeInstallation(config)).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="installation">${data}</script>\n  `;
}
