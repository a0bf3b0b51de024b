import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { turnProposed } from "./turn-pages.ts";

const { state, done } = vi.hoisted(() => ({
  state: { job: {} as object | null, readings: [] as object[] },
  done: [] as [string, unknown?][],
}));
vi.mock("../jobs/index.ts", () => ({
  requireActiveFor: async (_db: unknown, ref: unknown) => void done.push(["active", ref]),
  lockJob: async () => state.job,
  async turnPages(_tx: unknown, _services: unknown, _job: unknown, turns: unknown) {
    done.push(["turned", turns]);
    return ["spare"];
  },
  deleteSpare: async (_services: unknown, spare: unknown) => void done.push(["deleted", spare]),
}));
vi.mock("../members/service.ts", () => ({
  requireStillMember: async (_tx: unknown, { userId }: { userId: string }) => void done.push(["member", userId]),
}));
vi.mock("../audit/service.ts", () => ({
  record: async (_tx: unknown, entry: object) => void done.push(["recorded", entry]),
}));
vi.mock("./lane/reading-rows.ts", () => ({ currentReadings: async () => state.readings }));

const reading = (fileId: string, turns: object[], fileTurns: object[] = []) => ({
  reading: { fileId, turns },
  fileTurns,
});
beforeEach(() => {
  done.length = 0;
  state.job = {};
  state.readings = [
    reading("a", [
      { page: 1, turn: 90 },
      { page: 3, turn: 180 },
    ]),
    reading("b", [{ page: 2, turn: 270 }]),
    reading("c", [{ page: 1, turn: 90 }], [{ page: 1, turn: 90 }]),
  ];
});

const member = { practiceId: "anna", userId: "ben", address: "192.0.2.1" } as never;
const turn = (pages: [string, number][], isUnderWay = false) => {
  const services = { db: fakeDb().db, isUnderWay: async () => isUnderWay };
  return turnProposed(services as never, member, "job", { pages: pages.map(([fileId, page]) => ({ fileId, page })) });
};

test("chosen pages are turned as proposed, file by file, recorded, and their old PDFs deleted", async () => {
  await turn([
    ["b", 2],
    ["a", 3],
    ["a", 1],
  ]);
  const turns = new Map([
    ["b", [{ page: 2, turn: 270 }]],
    [
      "a",
      [
        { page: 3, turn: 180 },
        { page: 1, turn: 90 },
      ],
    ],
  ]);
  expect(done).toEqual([
    ["active", { practiceId: "anna", jobId: "job" }],
    ["member", "ben"],
    ["turned", turns],
    [
      "recorded",
      expect.objectContaining({
        userId: "ben",
        action: "pages.turned",
        subjectId: "job",
        detail: { pages: 3, file: "b,a" },
      }),
    ],
    ["deleted", ["spare"]],
  ]);
});

test.each([
  [[["c", 1]], "1 of these pages is turned already, or need no turn. Reload the job."],
  [[["a", 2]], "1 of these pages is turned already, or need no turn. Reload the job."],
  [
    [
      ["a", 1],
      ["a", 2],
      ["gone", 1],
    ],
    "2 pages are turned already, or need no turn. Reload the job.",
  ],
] as [[string, number][], string][])("pages without a proposed turn are refused: %j", async (pages, message) => {
  await expect(turn(pages)).rejects.toMatchObject({ code: "no-turn", message });
  expect(done.map(([what]) => what)).toEqual(["active", "member"]);
});

test("pages of a job that is gone, or of which an email is on its way, are not turned", async () => {
  await expect(turn([["a", 1]], true)).rejects.toMatchObject({ code: "delivery-under-way" });
  state.job = null;
  await expect(turn([["a", 1]])).rejects.toMatchObject({ code: "job-not-found" });
  expect(done.map(([what]) => what)).not.toContain("turned");
});
