import type { PagePath } from "@sheaf/contracts/pages.ts";
import type { Category } from "./visit.ts";

export interface BenchPage {
  path: PagePath;
  signedIn: boolean;
  /** The minimum score of each judged category. */
  bars: Partial<Record<Category, number>>;
}

const publicBars = { performance: 95, accessibility: 95, "best-practices": 95, seo: 95 };

/** The pages that new visitors see first, and those that users see every day. */
export const benchPages: BenchPage[] = [
  { path: "/", signedIn: false, bars: publicBars },
  { path: "/pricing", signedIn: false, bars: publicBars },
  { path: "/auth", signedIn: false, bars: publicBars },
  // Search engines do not visit this page, so its SEO is not judged.
  { path: "/dashboard", signedIn: true, bars: { performance: 90 } },
];

/** Limit of the largest contentful paint of every page, as measured on this machine without simulation. */
export const lcpBarMs = 1_000;
export const clsBar = 0.02;
