import type { ChangeEvent } from "@sheaf/contracts/events.ts";
import { beforeEach, expect, test, vi } from "vitest";
import { fakeDb } from "../../../testing/fake-db.ts";
import { versionAdder } from "./event-versions.ts";

const { state } = vi.hoisted(() => ({ state: { asked: [] as [string, string[]][], isBroken: false } }));
vi.mock("../../domain/job-views/versions.ts", () => ({
  async readVersions(_db: unknown, practiceId: string, ids: string[]) {
    state.asked.push([practiceId, ids]);
    if (state.isBroken) throw new Error("no database");
    return new Map(ids.filter((id) => id !== "gone").map((id) => [id, id.length]));
  },
}));
beforeEach(() => {
  Object.assign(state, { asked: [], isBroken: false });
});

const job = (id: string) => ({ type: "job", id }) as ChangeEvent;

test("an event of a job has the job's version; other events stay as they are", async () => {
  const add = versionAdder(fakeDb().db);
  expect(await add("anna", job("abc"))).toEqual({ type: "job", id: "abc", version: 3 });
  expect(await add("anna", { type: "members" } as ChangeEvent)).toEqual({ type: "members" });
  expect(state.asked).toEqual([["anna", ["abc"]]]);
});

test("events that arrive together are read at once for each practice, each job once, and later ones again", async () => {
  const add = versionAdder(fakeDb().db);
  await Promise.all([add("anna", job("a")), add("ben", job("b")), add("anna", job("c")), add("anna", job("a"))]);
  expect(state.asked).toEqual([
    ["anna", ["a", "c"]],
    ["ben", ["b"]],
  ]);
  await add("anna", job("a"));
  expect(state.asked).toHaveLength(3);
});

test("an event whose version cannot be read is sent without it", async () => {
  const add = versionAdder(fakeDb().db);
  expect(await add("anna", job("gone"))).toEqual({ type: "job", id: "gone" });
  state.isBroken = true;
  expect(await add("anna", job("a"))).toEqual({ type: "job", id: "a" });
});
