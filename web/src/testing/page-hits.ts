import type { PageHit, PageSearchResult } from "@sheaf/contracts/page-search.ts";

/** A page that was found; a test states only what matters to it. */
export const aPageHit = (part: Partial<PageHit> = {}): PageHit => {
  const { fileId = "f-1", page = 1 } = part;
  return {
    jobId: "j-1",
    fileId,
    fileName: "Till.pdf",
    page,
    pages: 12,
    customerId: "c-1",
    customerName: "Bright Bakery",
    createdAt: "2026-11-20T10:31:00.000Z",
    snippet: [
      { text: "Bill of the ", isHit: false },
      { text: "Kestrel", isHit: true },
      { text: " Inn", isHit: false },
    ],
    boxes: [[59.5, 84, 119, 105]],
    width: 595,
    height: 840,
    picturePath: `/api/jobs/j-1/files/${fileId}/pages/${page}.webp`,
    keptUntil: "2026-12-20T10:31:00.000Z",
    ...part,
  };
};

/** The answer of the page search with these hits. */
export const pagesFound = (hits: PageHit[], part: Partial<PageSearchResult> = {}): PageSearchResult => ({
  hits,
  next: null,
  correction: null,
  keptDays: 30,
  unread: 0,
  notRead: 0,
  isCatchingUp: false,
  isOn: true,
  ...part,
});
