import type { PagePath } from "@sheaf/contracts/pages.ts";
import type { Category } from "./visit.ts";

export interface BenchPage {
  path: PagePath;
  signedIn: boolean;
  /** The least score of each category that is judged. */
  bars: Partial<Record<Category, number>>;
}

const publicBars = { performance: 95, accessibility: 95, "best-practices": 95, seo: 95 };

/** What people see first, and what they see every day. */
export const benchPages: BenchPage[] = [
  { path: "/", signedIn: false, bars: publicBars },
  { path: "/pricing", signedIn: false, bars: publicBars },
  { path: "/auth", signedIn: false, bars: publicBars },
  // No search engine comes here: its SEO is not judged.
  { path: "/dashboard", signedIn: true, bars: { performance: 90 } },
];

/** For every page; measured on this machine, nothing reckoned. */
export const lcpBarMs = 1_000;
export const clsBar = 0.02;
