import type { SearchResult } from "@sheaf/contracts/search.ts";
import { searchCustomers } from "../../domain/customers/search.ts";
import { toJob } from "../../domain/job-views/job-view.ts";
import { searchJobs } from "../../domain/job-views/lists/search.ts";
import { searchFewPages } from "../../domain/readings/index.ts";
import type { Db } from "../../platform/db/connect.ts";

const maxResults = { customers: 5, jobs: 5, pages: 3 };

/** Returns a few customers, jobs and pages of the practice that contain all words. */
export async function search(db: Db, practiceId: string, typed: string): Promise<SearchResult> {
  const words = typed.split(/\s+/).filter(Boolean);
  const [customers, found, pages] = await Promise.all([
    searchCustomers(db, practiceId, words, maxResults.customers),
    searchJobs(db, practiceId, words, maxResults.jobs),
    searchFewPages(db, practiceId, typed, maxResults.pages),
  ]);
  return {
    customers,
    pages,
    jobs: found.map((rows) => {
      const { id, createdAt, customer, files, light, detail } = toJob(rows);
      const names = files.map(({ originalName }) => originalName);
      return { id, createdAt, customerName: customer.name, fileNames: matchesFirst(names, words), light, detail };
    }),
  };
}

/** Returns the file names, those that match first. */
function matchesFirst(names: string[], words: string[]): string[] {
  const has = (name: string) => words.every((word) => name.toLowerCase().includes(word.toLowerCase()));
  return [...names.filter(has), ...names.filter((name) => !has(name))];
}
