import type { Installation, InstallationKind } from "./installation.ts";
import { landingTitle } from "./page-title.ts";
import type { Preload } from "./preload.ts";

/** Metadata of a page for search engines, link previews and the browser tab. */
export interface PageFacts {
  title: string;
  /** One or two sentences. Only public pages have a description, and only they may be indexed by search engines. */
  description?: string;
  /** Replaces `description` in an installation of kind "practice". */
  ownPractice?: string;
  /** The page concerns payments and does not exist in an installation of kind "practice". */
  onlyIn?: "service";
}

/**
 * Every path of the web app. The server responds with 404 for any other; each new route in web/src/routes.tsx needs an
 * entry here (a test compares them).
 */
export const pages = {
  "/": {
    title: landingTitle,
    description:
      "Drop a customer’s statements, receipts and spreadsheets. Sheaf makes clean A4 PDFs, emails them to Dext, Xero, Sage or any inbox, and confirms each delivery.",
  },
  "/pricing": {
    title: "Pricing",
    description:
      "Professional document management for accountants: three plans, one price for the practice, 30 days for each payment, no auto-renewal.",
    onlyIn: "service",
  },
  "/help": {
    title: "Help",
    description:
      "How Sheaf works: quick start, billing, file formats and limits, security, and what to do when a light is red.",
    ownPractice: "How Sheaf works: quick start, file formats and limits, security, and what to do when a light is red.",
  },
  "/terms": {
    title: "Terms of Service",
    description: "Your rights and obligations when you use Sheaf, and what it costs.",
    ownPractice: "Your rights and obligations when you use Sheaf.",
  },
  "/privacy": {
    title: "Privacy Notice",
    description: "What data Sheaf keeps about you and your customers, why, for how long, and how to have it deleted.",
  },
  "/refund": {
    title: "Refund Policy",
    description: "When Sheaf refunds a payment, how much, and how long it takes.",
    onlyIn: "service",
  },
  "/auth": {
    title: "Sign In",
    description: "Sign in to Sheaf, or set up your practice.",
    ownPractice: "Sign in to Sheaf.",
  },
  "/subscribe": { title: "Subscribe", onlyIn: "service" },
  "/auth/forgot": { title: "Forgotten password" },
  "/auth/reset": { title: "New password" },
  "/auth/verify": { title: "Verify your email" },
  "/auth/invitation": { title: "Accept an invitation" },
  "/set-up": { title: "Set up Sheaf" },
  "/dashboard": { title: "Dashboard" },
  "/customers": { title: "Customers" },
  "/customers/:id": { title: "Customer" },
  "/upload": { title: "Upload Files" },
  "/audit-trail": { title: "Audit Trail" },
  "/email-test": { title: "Email Test" },
  "/sample": { title: "Try it with our papers" },
  "/settings": { title: "Settings" },
  "/subscription-expired": { title: "Subscription", onlyIn: "service" },
  "/admin/login": { title: "Admin sign-in" },
  "/admin/dashboard": { title: "Admin" },
  "/admin/users/:id": { title: "User" },
} as const satisfies Record<string, PageFacts>;

export type PagePath = keyof typeof pages;

/**
 * Renders a public page on the server (web/src/entry-server.tsx in the web build).
 * @param path exactly as an entry of `pages`
 * @param visitor true when the request has no session, so nobody is signed in; otherwise the user is not known yet
 * @returns the content of #root; undefined for a page that only the browser can render
 */
export type RenderPage = (
  path: string,
  known: { installation: Installation; visitor: boolean },
) => Promise<string | undefined>;

/**
 * Renders a static preview of a member's page, shown until the browser renders the page itself.
 * @param answers known API responses; where one is missing, the preview shows a loading state
 * @returns undefined for a page without a preview, and for a member who will be redirected
 */
export type RenderPreview = (
  path: string,
  known: { installation: Installation; answers: Preload },
) => string | undefined;

/** A path segment that begins with a colon matches any segment: "/admin/users/:id". */
const patterns = (Object.keys(pages) as PagePath[])
  .filter((path) => path.includes("/:"))
  .map((path) => ({ path, shape: new RegExp(`^${path.replace(/:[a-z]+/g, "[^/]+")}$`) }));

/** Returns whether an installation of this kind has the page. */
export function hasPage(kind: InstallationKind, path: PagePath): boolean {
  const { onlyIn }: PageFacts = pages[path];
  return onlyIn === undefined || onlyIn === kind;
}

/**
 * Returns the entry of `pages` that the browser's router would select for a path: case-insensitive, with or without a
 * trailing slash.
 * @param kind excludes pages that an installation of this kind does not have
 */
export function pagePath(path: string, kind?: InstallationKind): PagePath | undefined {
  const plain = path.toLowerCase().replace(/(?<=^\/|[^/])\/+$/, "");
  const known = Object.hasOwn(pages, plain)
    ? (plain as PagePath)
    : patterns.find(({ shape }) => shape.test(plain))?.path;
  return known && kind && !hasPage(kind, known) ? undefined : known;
}
