import type { Installation, InstallationKind } from "./installation.ts";
import { landingTitle } from "./page-title.ts";
import type { Preload } from "./preload.ts";

/** What a search engine, a chat that shows a link, and the browser tab are told about an address. */
export interface PageFacts {
  title: string;
  /** One or two sentences; only public pages have one, and only they may be found by search engines. */
  description?: string;
  /** The same where the installation is for its own practice. */
  ownPractice?: string;
  /** The page is about money: an installation for its own practice has none at this address. */
  onlyIn?: "service";
}

/**
 * Every address of the web app. The server answers 404 for any other; a new route in web/src/routes.tsx is a line here
 * (a test compares them).
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
 * What the web build gives the server to draw public pages with (web/src/entry-server.tsx).
 * @param path exactly as an entry of `pages`
 * @param visitor the browser brought no session: nobody is signed in; else it is not known yet who asks
 * @returns what stands in #root; undefined for a page that only the browser can draw
 */
export type DrawPage = (
  path: string,
  known: { installation: Installation; visitor: boolean },
) => Promise<string | undefined>;

/**
 * The same for a member: a picture of the page, for the time until the browser draws it.
 * @param answers what is known of the practice; where something is missing the page shows that it waits for it
 * @returns undefined for a page that has no picture, and for a member who is led elsewhere
 */
export type DrawPicture = (path: string, known: { installation: Installation; answers: Preload }) => string | undefined;

/** A part that begins with a colon stands for anything: "/admin/users/:id". */
const patterns = (Object.keys(pages) as PagePath[])
  .filter((path) => path.includes("/:"))
  .map((path) => ({ path, shape: new RegExp(`^${path.replace(/:[a-z]+/g, "[^/]+")}$`) }));

/** Whether an installation of this kind has the page. */
export function hasPage(kind: InstallationKind, path: PagePath): boolean {
  const { onlyIn }: PageFacts = pages[path];
  return onlyIn === undefined || onlyIn === kind;
}

/**
 * The address that a path means to the router in the browser: whatever the case, with or without a slash at the end.
 * @param kind leaves out what such an installation has not
 */
export function pagePath(path: string, kind?: InstallationKind): PagePath | undefined {
  const plain = path.toLowerCase().replace(/(?<=.)\/+$/, "");
  const known = Object.hasOwn(pages, plain)
    ? (plain as PagePath)
    : patterns.find(({ shape }) => shape.test(plain))?.path;
  return known && kind && !hasPage(kind, known) ? undefined : known;
}
