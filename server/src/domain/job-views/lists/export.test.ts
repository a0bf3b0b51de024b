import { expect, test, vi } from "vitest";
import { exportJobs } from "./export.ts";
import { readPage } from "./list.ts";

vi.mock("./list.ts", () => ({ readPage: vi.fn() }));

const job = {
  createdAt: "2026-11-20T23:30:00.000Z",
  completedAt: null,
  customer: { name: "Oak", email: "a@x", outputEmail: null },
  files: [],
  outputs: [],
  deliveries: [],
  status: "pending",
  light: { word: "Pending" },
  uploadedBy: "Anna",
  detail: null,
};

/** Returns the parts of an export of pages of jobs. */
async function exported(...pages: object[][]) {
  vi.mocked(readPage).mockReset();
  for (const [index, jobs] of pages.entries()) {
    const next = index < pages.length - 1 ? `after ${index}` : null;
    vi.mocked(readPage).mockResolvedValueOnce({ jobs: jobs.map((one) => ({ ...job, ...one })), next } as never);
  }
  const parts: string[] = [];
  for await (const part of exportJobs({} as never, { timeZone: "Europe/Paris" } as never)) parts.push(part);
  return parts;
}

test("an export begins with its heads, and reads a hundred jobs at a time", async () => {
  const parts = await exported([{}, {}], [{}]);
  expect(parts).toHaveLength(3);
  expect(parts[0]).toMatch(/^\uFEFFUploaded,Customer,Email,.*,Detail\r\n$/);
  expect(parts[1]?.split("\r\n")).toHaveLength(3);
  expect(vi.mocked(readPage).mock.calls.map(([, , page]) => page)).toEqual([
    { limit: 100, cursor: undefined },
    { limit: 100, cursor: "after 0" },
  ]);
  expect(await exported([])).toHaveLength(1);
});

test("a line has the times of the installation, and no pages without a PDF", async () => {
  const [, line] = await exported([{}]);
  expect(line).toBe("2026-11-21 00:30,Oak,a@x,,,,Pending,Pending,,Anna,,\r\n");
  const done = { completedAt: "2026-11-20T09:05:00.000Z", status: "completed", outputs: [{ pages: 2 }, { pages: 3 }] };
  expect((await exported([done]))[1]).toContain(",,5,Completed,Pending,2026-11-20 10:05,");
});

test("addresses are named once, without those of emails that were sent again", async () => {
  const to = (recipient: string, replacedById: string | null = null) => ({ recipient, replacedById });
  const [, line] = await exported([{ deliveries: [to("a@x"), to("b@x", "other"), to("a@x"), to("c@x")] }]);
  expect(line).toContain(",Anna,a@x; c@x,");
});

test("files are named with their paths, without their containers", async () => {
  const files = [
    { originalName: "z.zip", path: null, state: "unpacked" },
    { originalName: "a.jpg", path: "z.zip › a.jpg", state: "converted" },
    { originalName: "b.jpg", path: "z.zip › b.jpg", state: "set-aside" },
    { originalName: "c.jpg", path: null, state: "left-out" },
  ];
  expect((await exported([{ files }]))[1]).toContain(",z.zip › a.jpg; c.jpg,");
});

test.each([
  [16, 1_998, 16, 0],
  [17, 1_998, 16, 1],
  [18, 1_998, 16, 2],
  [16, 1_999, 15, 1],
])("of %d names of %d letters a cell has %d, and the number of %d others", async (count, length, shown, others) => {
  const files = Array.from({ length: count }, () => ({
    originalName: "n".repeat(length),
    path: null,
    state: "converted",
  }));
  const [, line = ""] = await exported([{ files }]);
  expect(line.match(/n{1000,}/g)).toHaveLength(shown);
  expect(line.includes(`; and ${others} more`)).toBe(others > 0);
});
