import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The test files of each step that take the longest, in that order: a long file that started last would run alone while
 * the other processor is idle. This order also applies on a machine without earlier results.
 */
const long = [
  "server/src/domain/jobs/converting/hostile-files.integration.test.ts",
  "engine/src/sandbox/protections.integration.test.ts",
  "server/testing/faults/faults.integration.test.ts",
  "server/src/app/main-doctor.integration.test.ts",
  "engine/src/engine.integration.test.ts",
  "server/src/app/main-all.integration.test.ts",
  "engine/src/passwords.integration.test.ts",
  "engine/src/office-kinds.integration.test.ts",
  "engine/src/read/ocr/read-picture.integration.test.ts",
  "engine/src/pdf/shrink.integration.test.ts",
  "engine/src/corpus-office.integration.test.ts",
  "server/src/app/set-up/set-up.integration.test.ts",
  "papers/src/papers.integration.test.ts",
  "server/src/domain/arrivals/channels/dialog/hostile-names.integration.test.ts",
  "server/src/domain/jobs/converting/real-files.integration.test.ts",
  "server/src/platform/db/embedded.integration.test.ts",
  "server/src/platform/queue/queue.integration.test.ts",
  "server/src/domain/delivery/destinations/email/slow-server.integration.test.ts",
  "server/src/domain/delivery/sending/crash.integration.test.ts",
  "engine/src/corpus-found.integration.test.ts",
  "engine/src/cli.integration.test.ts",
  "server/src/domain/readings/lane/lane.integration.test.ts",
  "engine/src/read/reading.integration.test.ts",
  "web/src/components/upload/upload-dialog.test.tsx",
  "web/src/pages/audit-trail/audit-trail-page.test.tsx",
  "web/src/pages/customers/customers-page.test.tsx",
  "web/src/pages/settings/settings-page.test.tsx",
  "journeys/set-up.journey.ts",
  "journeys/nothing-is-lost.journey.ts",
  "journeys/admin.journey.ts",
  "journeys/public-pages.journey.ts",
  "journeys/customers.journey.ts",
  "journeys/delivery.journey.ts",
  "journeys/sample.journey.ts",
  "journeys/audit-trail.journey.ts",
  "journeys/forgotten-password.journey.ts",
];

/** Orders the long files first, and the others as Vitest does, by the duration of their last run. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => place(one) - place(other));
  }
}

function place({ moduleId }: TestSpecification): number {
  const found = long.findIndex((path) => moduleId.endsWith(`/${path}`));
  return found === -1 ? long.length : found;
}
