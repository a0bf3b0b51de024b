import { afterEach, expect, test, vi } from "vitest";
import { areProgramsBeingInstalled } from "../../platform/process/programs.ts";
import { detailOf, waitOf } from "./job-detail.ts";

vi.mock("../../platform/process/programs.ts", () => ({ areProgramsBeingInstalled: vi.fn(() => false) }));
afterEach(() => void vi.mocked(areProgramsBeingInstalled).mockReturnValue(false));

interface Email {
  state: string;
  recipient?: string;
  message?: string | null;
  nextTryAt?: string | null;
  replacedById?: string | null;
}

const detail = (emails: Email[], error: string | null = null) =>
  detailOf(
    error,
    emails.map((email) => ({
      destination: "email",
      recipient: "a@x",
      message: null,
      nextTryAt: null,
      replacedById: null,
      ...email,
    })) as never,
  );

test("a job without problems has no text", () => {
  expect(detail([])).toBeNull();
  expect(detail([{ state: "sent" }, { state: "waiting" }])).toBeNull();
});

test.each(["unconfirmed", "failed", "bounced", "complained"])(
  "an email that is %s is told with its message",
  (state) => {
    expect(detail([{ state, message: "Refused." }])).toBe("Email to a@x: Refused.");
    expect(detail([{ state }])).toBe("Email to a@x: not sent.");
    expect(detail([{ state, replacedById: "other" }])).toBeNull();
  },
);

test("an email that will be tried again is told, and one that was not tried is not", () => {
  expect(detail([{ state: "waiting", nextTryAt: "2026", message: "Later." }])).toBe("Email to a@x: Later.");
  expect(detail([{ state: "sending", nextTryAt: "2026", message: "Later." }])).toBeNull();
});

test("emails with the same problem are told once, others after the problem of the files", () => {
  const failed = { state: "failed", message: "Full." };
  expect(detail([failed, failed, { ...failed, recipient: "b@x" }], "A file is damaged.")).toBe(
    "A file is damaged. 2 emails to a@x: Full. Email to b@x: Full.",
  );
});

test("emails that were all cancelled are told in one sentence", () => {
  const undone = { state: "undone" };
  expect(detail([undone])).toBe("Email to a@x cancelled. Nothing was sent.");
  expect(detail([undone, undone, { ...undone, recipient: "b@x" }])).toBe(
    "3 emails to a@x, b@x cancelled. Nothing was sent.",
  );
  expect(detail([undone, { state: "sent" }])).toBeNull();
  expect(detail([undone, { state: "failed", replacedById: "other" }])).toMatch(/^Email to a@x cancelled/);
});

const wait = (status: string, files: [state: string, reading?: string][], waitForReading = true) =>
  waitOf(
    status as never,
    files.map(([state, reading]) => ({ state, reading: reading ? { state: reading } : null })) as never,
    { waitForReading, readPages: true },
  );
const whenRead = "The PDFs are made when the pages are read.";

test.each([
  ["processing", [["converted", "waiting"]], true, whenRead],
  ["processing", [["converted", "read"], ["refused"], ["converted", "waiting"]], true, whenRead],
  ["processing", [["converted", "waiting"]], false, null],
  ["completed", [["converted", "waiting"]], true, null],
  ["processing", [["converted", "read"]], true, null],
  ["processing", [["converted", "waiting"], ["converting"]], true, null],
  ["processing", [["converted", "waiting"], ["waiting"]], true, null],
  ["processing", [["converted"]], true, null],
] as [string, [string, string?][], boolean, string | null][])(
  "a %s job with the files %j, whose practice waits for reading: %s, says %s",
  (status, files, waits, words) => {
    expect(wait(status, files, waits)).toBe(words);
  },
);

test("while programs are being installed, files that wait say so", () => {
  vi.mocked(areProgramsBeingInstalled).mockReturnValue(true);
  expect(wait("pending", [["converted"], ["waiting"]])).toMatch(/install/i);
  expect(wait("pending", [["converting"]])).toBeNull();
  expect(wait("processing", [["converted", "waiting"]])).toBe(whenRead);
});
