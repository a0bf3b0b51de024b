import { expect, test } from "vitest";
import { scriptedDb } from "../../../testing/scripted-db.ts";
import { findJob, getJob, readJobs } from "./service.ts";

const of = (id: string, jobId: string) => ({ id, jobId });

test("jobs are read in the wanted order, each with its own files, PDFs and emails", async () => {
  const { db } = scriptedDb({
    "select jobs": [[{ id: "j1" }, { id: "j2" }]],
    "select job_files": [[of("f1", "j1"), of("f2", "j2"), of("f3", "j1")]],
    "select outputs": [[of("o1", "j2")]],
    "select deliveries": [[of("d1", "j2")]],
  });
  expect(await readJobs(db, "p1", ["j2", "gone", "j1"])).toEqual([
    { job: { id: "j2" }, files: [of("f2", "j2")], outputs: [of("o1", "j2")], deliveries: [of("d1", "j2")] },
    { job: { id: "j1" }, files: [of("f1", "j1"), of("f3", "j1")], outputs: [], deliveries: [] },
  ]);
});

test("a job without files has none", async () => {
  const { db } = scriptedDb({ "select jobs": [[{ id: "j1" }]] });
  expect(await findJob(db, "p1", "j1")).toEqual({ job: { id: "j1" }, files: [], outputs: [], deliveries: [] });
});

test("without ids, nothing is read", async () => {
  const { db, statements } = scriptedDb();
  expect(await readJobs(db, "p1", [])).toEqual([]);
  expect(statements).toEqual([]);
});

test("a job that does not exist is not found", async () => {
  await expect(findJob(scriptedDb().db, "p1", "j1")).rejects.toMatchObject({ code: "job-not-found" });
  await expect(getJob(scriptedDb().db, "p1", "j1")).rejects.toMatchObject({ code: "job-not-found" });
});
