import { expect, test, vi } from "vitest";
import { reconcileFiles } from "./reconcile.task.ts";
import { reconcilePractice } from "./reconcile.ts";
import { practicesToReconcile } from "./reconcile-practices.ts";

vi.mock("./reconcile.ts", () => ({ reconcilePractice: vi.fn() }));

const id = (n: number) => `0190aaaa-0000-7000-8000-00000000000${n}`;

/** A database with the practices `known` and a store with folders `stored`. */
function services(known: string[], stored: string[]) {
  const rows = known.map((one) => ({ id: one }));
  const log = { warn: vi.fn(), error: vi.fn() };
  const storage = {
    async *folders(prefix: string) {
      expect(prefix).toBe("practices/");
      yield* stored;
    },
  };
  const db = { select: () => ({ from: () => ({ orderBy: async () => rows }) }) };
  return { services: { db, storage, log } as never, log };
}

test.each([
  [[], [], []],
  [[id(1), id(2)], [], [id(1), id(2)]],
  [[id(1)], [id(1), id(2)], [id(1), id(2)]],
  [[id(1)], [id(1), "lost+found"], [id(1)]],
])("with the practices %j and the folders %j, %j are compared", async (known, stored, expected) => {
  expect(await practicesToReconcile(services(known, stored).services)).toEqual(expected);
});

test("a database that knows fewer than half of the stored practices is refused", async () => {
  const compare = practicesToReconcile(services([id(1)], [id(1), id(2), id(3)]).services);
  await expect(compare).rejects.toThrow("contains 1 of the 3 practices whose files are stored, so nothing was deleted");
});

async function run(known: string[], signal = new AbortController().signal) {
  const { services: given, log } = services(known, []);
  const found = await reconcileFiles.run({}, given, { signal }).catch(({ message }) => message);
  return { found, log };
}

test("the counts of all practices are added, and deleted files are logged", async () => {
  vi.mocked(reconcilePractice)
    .mockReset()
    .mockImplementationOnce(async (_services, _practice, { reportMissing }) => {
      reportMissing({ jobId: "j", id: "f", what: "pages" });
      return { files: 10, deleted: 2, missing: 1 };
    })
    .mockResolvedValueOnce({ files: 5, deleted: 1, missing: 3 });
  const { found, log } = await run([id(1), id(2)]);
  expect(found).toEqual({ files: 15, deleted: 3, missing: 4, failed: 0 });
  expect(log.warn.mock.calls).toEqual([[{ files: 3 }, "Deleted files without a row"]]);
  const row = { practiceId: id(1), jobId: "j", id: "f", what: "pages" };
  expect(log.error.mock.calls).toEqual([[row, "A stored file is missing"]]);
});

test("a practice that cannot be read is counted and logged, and the others are compared", async () => {
  vi.mocked(reconcilePractice)
    .mockReset()
    .mockRejectedValueOnce(new Error("unreadable"))
    .mockResolvedValueOnce({ files: 5, deleted: 0, missing: 0 });
  const { found, log } = await run([id(1), id(2)]);
  expect(found).toEqual({ files: 5, deleted: 0, missing: 0, failed: 1 });
  expect(log.warn).not.toHaveBeenCalled();
  expect(log.error).toHaveBeenCalledExactlyOnceWith(
    { practiceId: id(1), err: new Error("unreadable") },
    "Files of a practice could not be reconciled",
  );
});

test("an abort ends the run, before and during a practice", async () => {
  const before = new AbortController();
  before.abort(new Error("stopping"));
  vi.mocked(reconcilePractice).mockReset();
  expect((await run([id(1)], before.signal)).found).toBe("stopping");
  expect(reconcilePractice).not.toHaveBeenCalled();

  const during = new AbortController();
  vi.mocked(reconcilePractice).mockImplementation(async () => {
    during.abort(new Error("stopping"));
    throw new Error("cut off");
  });
  const { found, log } = await run([id(1), id(2)], during.signal);
  expect([found, log.error.mock.calls]).toEqual(["stopping", []]);
});

test("the comparison runs twice at most, for six hours each", () => {
  expect(reconcileFiles).toMatchObject({ name: "storage.reconcile", attempts: 2, timeoutMs: 21_600_000 });
});
