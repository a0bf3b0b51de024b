import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import { expect, test } from "vitest";
import { bringInstallation } from "../testing/installation.ts";
import { openPage } from "../testing/page.tsx";
import { aJob, priya, smallFirm, usage } from "../testing/people.ts";

test("data delivered with the page is shown and not requested again", async () => {
  const none = { all: 0, pending: 0, processing: 0, completed: 0, failed: 0, "needs-you": 0, "not-sent": 0 };
  const answers: Preload = [
    [["/api/user"], priya],
    [["/api/subscription"], smallFirm],
    [["/api/jobs", "counts", {}], none],
    [["/api/notifications"], { told: [], unseen: 3 }],
    [["/api/usage"], usage],
    [["/api/stats"], { totalCustomers: 46, documentsSent: 1284, processingJobs: 1, successRate: 99 }],
    // Only a practice without customers requests whether it can try the sample.
    [["/api/jobs", "recent"], [aJob("completed")]],
    [["/api/customers"], []],
    [["/api/checklist"], { steps: [] }],
  ];
  const element = document.body.appendChild(document.createElement("script"));
  element.type = "application/json";
  element.id = preloadId;
  element.textContent = JSON.stringify(answers);

  bringInstallation();

  const page = openPage("/dashboard");
  await page.findByText("1,284");
  expect(page.getAllByRole("button", { name: "Notifications, 3 new that need you" })).not.toHaveLength(0);
  expect(page.asked.map(({ call }) => call)).toEqual([]);
  expect(document.getElementById(preloadId)).toBeNull();
});
