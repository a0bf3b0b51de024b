import { beforeEach, expect, test } from "vitest";
import { countRun } from "../queue/metrics.ts";
import { countConversion } from "./conversions.ts";
import { metrics } from "./registry.ts";

beforeEach(() => metrics.resetMetrics());

const lines = async (name: string) => (await metrics.getSingleMetricAsString(name)).split("\n");

test("a conversion is measured in seconds by format and outcome", async () => {
  countConversion("docx", { outcome: "converted", ms: 1500 });
  countConversion("docx", { outcome: "failed", ms: 200 });
  const found = await lines("sheaf_conversion_seconds");
  expect(found).toContain('sheaf_conversion_seconds_sum{format="docx",outcome="converted"} 1.5');
  expect(found).toContain('sheaf_conversion_seconds_bucket{le="1",format="docx",outcome="converted"} 0');
  expect(found).toContain('sheaf_conversion_seconds_bucket{le="2.5",format="docx",outcome="converted"} 1');
  expect(found).toContain('sheaf_conversion_seconds_sum{format="docx",outcome="failed"} 0.2');
  expect((await lines("sheaf_refusals_total")).filter((line) => line.includes("{"))).toEqual([]);
});

test("a refused file is counted by its reason as well", async () => {
  countConversion("pdf", { outcome: "rejected", reason: "encrypted", ms: 250 });
  expect(await lines("sheaf_conversion_seconds")).toContain(
    'sheaf_conversion_seconds_sum{format="pdf",outcome="refused"} 0.25',
  );
  expect(await lines("sheaf_refusals_total")).toContain('sheaf_refusals_total{reason="encrypted"} 1');
});

test("a task's run is measured in seconds by task and outcome", async () => {
  countRun("files.convert", "done", 3000);
  const found = await lines("sheaf_task_seconds");
  expect(found).toContain('sheaf_task_seconds_sum{task="files.convert",outcome="done"} 3');
  expect(found).toContain('sheaf_task_seconds_bucket{le="5",task="files.convert",outcome="done"} 1');
  expect(found).toContain('sheaf_task_seconds_bucket{le="2.5",task="files.convert",outcome="done"} 0');
});
