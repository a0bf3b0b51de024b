import type { Job } from "@sheaf/contracts/jobs.ts";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Answer, serve } from "../testing/page.tsx";
import { aJob } from "../testing/people.ts";
import { catchStream } from "../testing/stream.ts";
import { useChangeEvents } from "./events.ts";
import { jobsIn, useJobList } from "./job-list.ts";
import { useJob, useRecentJobs } from "./jobs.ts";
import { putJob } from "./put-job.ts";
import { createQueryClient } from "./query-client.ts";

/** Returns a pseudo-random generator of numbers between 0 and 1 that repeats its sequence for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const later = <Value,>(ms: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), ms));

function Lights({ open }: { open: string }) {
  useChangeEvents();
  const list = useJobList({});
  const recent = useRecentJobs();
  const job = useJob(open);
  const lights = (jobs: Job[]) => jobs.map(({ id, light }) => `${id} ${light.word}`).join("\n");
  return (
    <>
      <pre data-testid="list">{list.data && lights(jobsIn(list.data))}</pre>
      <pre data-testid="recent">{recent.data && lights(recent.data)}</pre>
      <pre data-testid="open">{job.data && lights([job.data])}</pre>
    </>
  );
}

/** Puts the uploaded job into the cache as the dialog does after the upload. */
function Uploader({ upload }: { upload: { done?: (job: Job) => void } }) {
  const client = useQueryClient();
  upload.done = (job) => putJob(client, job);
  return null;
}

test.each([
  ["already in the list", 1],
  ["uploaded meanwhile", 2],
])("of 200 jobs %s that are read slowly and out of order, none stays amber", async (when, seed) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const chance = sequence(seed);
  const uploaded = when === "uploaded meanwhile";
  const jobs = new Map<string, Job>();
  /** Copies the response at once and delivers it within two seconds, so that another response may overtake it. */
  const slowly = (answer: Answer) => later(chance() * 2_000, structuredClone(answer));
  const newestFirst = () => [...jobs.values()].reverse();
  const answers: Record<string, Answer> = {
    "GET /api/jobs": () => slowly(newestFirst()),
    "GET /api/jobs/recent": () => slowly(newestFirst().slice(0, 5)),
  };
  serve(answers);
  const stream = catchStream();
  stream.install();
  const upload: { done?: (job: Job) => void } = {};

  const change = (id: string, status: string) => {
    const version = (jobs.get(id)?.version ?? 0) + 1;
    jobs.set(id, { ...aJob(status), id, version });
    stream.latest()?.onmessage?.({ data: JSON.stringify({ type: "job", id, version }) });
  };
  const ids = Array.from({ length: 200 }, (_, index) => `job-${String(index).padStart(3, "0")}`);
  for (const id of ids) answers[`GET /api/jobs/${id}`] = () => slowly(jobs.get(id));
  const [first = ""] = ids;
  for (const id of uploaded ? [first] : ids) jobs.set(id, { ...aJob("pending"), id });

  render(
    <QueryClientProvider client={createQueryClient()}>
      <Lights open={first} />
      <Uploader upload={upload} />
    </QueryClientProvider>,
  );
  setTimeout(() => stream.latest()?.onopen?.(), 500);
  for (const id of ids) {
    const birth = chance() * 10_000;
    setTimeout(() => {
      if (jobs.has(id)) return;
      change(id, "pending");
      // The response to the upload may be out of date as well by the time it arrives.
      void slowly(jobs.get(id)).then((job) => upload.done?.(job as Job));
    }, birth);
    setTimeout(() => change(id, "processing"), birth + chance() * 2_000);
    setTimeout(() => change(id, "completed"), birth + 2_000 + chance() * 2_000);
  }
  await act(() => vi.advanceTimersByTimeAsync(30_000));

  const lightsIn = (place: string) => screen.getByTestId(place).textContent?.split("\n") ?? [];
  expect(lightsIn("list").filter((light) => !light.endsWith(" Ready"))).toEqual([]);
  expect(lightsIn("list")).toHaveLength(200);
  expect(lightsIn("recent").filter((light) => !light.endsWith(" Ready"))).toEqual([]);
  expect(lightsIn("open")).toEqual([`${first} Ready`]);
});
