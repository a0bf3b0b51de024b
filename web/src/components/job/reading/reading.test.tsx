import type { FileReading, ReadabilityFinding } from "@sheaf/contracts/file-reading.ts";
import type { JobOutput } from "@sheaf/contracts/jobs.ts";
import { fireEvent, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { serveJobs } from "../../../testing/job-server.ts";
import { openPage } from "../../../testing/page.tsx";
import { aJob, aJobFile } from "../../../testing/people.ts";
import { catchUploads } from "../../../testing/uploads.ts";

const reading = (part: Partial<FileReading> = {}): FileReading => ({
  state: "read",
  detail: null,
  findings: [],
  turns: [],
  ...part,
});
const till = (part: Partial<FileReading>) =>
  aJobFile({ id: "f-1", originalName: "Till.jpg", state: "converted", pages: 3, reading: reading(part) });

const smallPage: ReadabilityFinding = {
  kind: "readability",
  page: 2,
  problem: "small",
  dpi: 110,
  severity: "note",
  title: "Too small to read",
  text: "Ask for a new photo or scan: this one has 110 dots per inch, and Dext wants 200.",
};

async function openJob(...files: ReturnType<typeof aJobFile>[]) {
  const job = aJob("completed", { files, sendEmail: true });
  const page = openPage(`/audit-trail?job=${job.id}`, serveJobs([job]));
  await page.findByRole("list", { name: "Files" });
  const row = (name: string) => {
    const rows = within(page.getByRole("list", { name: "Files" })).getAllByRole("listitem");
    return within(rows.find(({ textContent }) => textContent?.includes(name)) as HTMLElement);
  };
  return { ...page, job, row };
}

test("a file says that its pages are being read, or why they were not, and nothing once they are", async () => {
  const page = await openJob(
    aJobFile({ originalName: "a.pdf", state: "converted", reading: reading({ state: "waiting" }) }),
    aJobFile({
      originalName: "b.pdf",
      state: "converted",
      reading: reading({ state: "not-read", detail: "Its pages were not read, because reading took too long." }),
    }),
    aJobFile({ originalName: "c.pdf", state: "converted", reading: reading() }),
  );
  page.row("a.pdf").getByText("Its pages are being read");
  page.row("b.pdf").getByText("Its pages were not read, because reading took too long.");
  expect(page.row("c.pdf").queryByText(/read/)).toBeNull();
});

test("a page that is hard to read is shown with its picture and what to do", async () => {
  const page = await openJob(till({ findings: [smallPage] }));
  const list = within(page.getByRole("list", { name: "Pages of Till.jpg that are hard to read" }));
  list.getByText("Page 2: too small to read");
  list.getByText(/this one has 110 dots per inch, and Dext wants 200\./);
  const path = `/api/jobs/${page.job.id}/files/f-1/pages/2.webp`;
  expect(list.getByRole("img", { name: "Page 2" }).getAttribute("src")).toBe(path);
  expect(list.getByRole("link").getAttribute("href")).toBe(path);
});

test("a file that is hard to read is replaced in its row, as long as nothing of its job was sent", async () => {
  const sent = catchUploads();
  const small = till({ findings: [smallPage] });
  const page = await openJob({ ...small, canReplace: true });
  fireEvent.change(page.getByLabelText("Replacement for Till.jpg"), {
    target: { files: [new File(["x"], "Till again.jpg")] },
  });
  await page.findByRole("progressbar", { name: "Replacing Till.jpg" });
  expect(sent).toMatchObject([{ call: `PUT /api/jobs/${page.job.id}/files/f-1` }]);
});

test("a file that was sent offers no replacement", async () => {
  const page = await openJob(till({ findings: [smallPage] }));
  expect(page.queryByRole("button", { name: "Replace file: Till.jpg" })).toBeNull();
});

test("a long scan shows its first findings, and all of them on request", async () => {
  const findings = [1, 2, 3, 4, 5].map((at) => ({
    kind: "readability" as const,
    page: at,
    problem: "blurred" as const,
    dpi: 200,
    severity: "note" as const,
    title: "Blurred",
    text: "Ask for a sharper photo.",
  }));
  const page = await openJob(till({ findings }));
  const pages = () => page.getAllByText(/^Page \d: blurred$/).length;
  expect(pages()).toBe(3);
  await page.user.click(page.getByRole("button", { name: "Show all 5 pages" }));
  expect(pages()).toBe(5);
});

test("a page that lies upside down is turned by one press", async () => {
  const page = await openJob(till({ turns: [{ page: 2, turn: 180 }] }));
  const proposal = within(page.getByRole("region", { name: "Pages that do not stand upright" }));
  proposal.getByText("Page 2 is upside down.");
  proposal.getByRole("img", { name: "Page 2 of Till.jpg" });
  page.answers[`POST /api/jobs/${page.job.id}/turn-pages`] = {
    ...page.job,
    version: 2,
    files: [till({ turns: [] })],
  };
  await page.user.click(proposal.getByRole("button", { name: "Turn it upright" }));
  await page.findByText("Pages turned");
  const sent = page.asked.find(({ call }) => call.endsWith("/turn-pages"));
  expect(JSON.parse(String(sent?.body))).toEqual({ pages: [{ fileId: "f-1", page: 2 }] });
  expect(page.queryByRole("region", { name: "Pages that do not stand upright" })).toBeNull();
});

test("a photo that lies on its side is named by its file", async () => {
  const page = await openJob(
    aJobFile({
      originalName: "IMG_1204.jpg",
      state: "converted",
      pages: 1,
      reading: reading({ turns: [{ page: 1, turn: 270 }] }),
    }),
  );
  page.getByText("IMG_1204.jpg is on its side.");
});

test("a PDF with the words of its scans is called searchable, with the size of what is downloaded", async () => {
  const output: JobOutput = {
    id: "o-1",
    name: "Bright Bakery.pdf",
    pages: 3,
    sizeBytes: 10_240,
    thumbnails: 0,
    previewPath: "/api/jobs/x/outputs/o-1",
    searchable: { sha256: "00", sizeBytes: 20_480 },
  };
  const job = aJob("completed", { outputs: [output] });
  const page = openPage(`/audit-trail?job=${job.id}`, serveJobs([job]));
  await page.findByText("Searchable PDF");
  page.getByText("3 pages, 20 KB");
});

test("all pages of a job are turned together", async () => {
  const other = aJobFile({
    id: "f-2",
    originalName: "Scan.pdf",
    state: "converted",
    reading: reading({ turns: [{ page: 1, turn: 90 }] }),
  });
  const page = await openJob(till({ turns: [{ page: 2, turn: 180 }] }), other);
  page.getByText("2 pages do not stand upright.");
  page.answers[`POST /api/jobs/${page.job.id}/turn-pages`] = { ...page.job, version: 2, files: [] };
  await page.user.click(page.getByRole("button", { name: "Turn 2 pages upright" }));
  await page.findByText("Pages turned");
  const sent = page.asked.find(({ call }) => call.endsWith("/turn-pages"));
  expect(JSON.parse(String(sent?.body)).pages).toEqual([
    { fileId: "f-1", page: 2 },
    { fileId: "f-2", page: 1 },
  ]);
});
