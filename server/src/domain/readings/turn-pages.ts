import type { TurnPagesInput } from "@sheaf/contracts/file-reading.ts";
import { count } from "@sheaf/contracts/words.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { AppError } from "../../platform/errors.ts";
import type { Services } from "../../platform/services.ts";
import type { Member } from "../access/member.ts";
import { record } from "../audit/service.ts";
import {
  type CountDeliveries,
  deleteSpare,
  type JobRow,
  lockJob,
  type PageTurn,
  requireActiveFor,
  turnPages,
} from "../jobs/index.ts";
import { requireStillMember } from "../members/service.ts";
import { turnsLeft } from "./file-view.ts";
import { currentReadings } from "./lane/reading-rows.ts";

type Needs = Pick<Services, "db" | "log" | "queue" | "storage"> & {
  countDeliveries: CountDeliveries;
  /** Returns whether a delivery of the job is still on its way. */
  isUnderWay(tx: Tx, job: { practiceId: string; jobId: string }): Promise<boolean>;
};

/**
 * Turns pages of a job as their reading proposes, and has its PDFs made again.
 * @throws AppError no-turn, job-not-found, files-deleted, job-not-ready, delivery-under-way, not-signed-in,
 *   subscription-needed, subscription-expired
 */
export async function turnProposed(
  services: Needs,
  member: Member,
  jobId: string,
  { pages }: TurnPagesInput,
): Promise<void> {
  const { db } = services;
  const { practiceId } = member;
  const ref = { practiceId, jobId };
  await requireActiveFor(db, ref);
  const spare = await db.transaction(async (tx) => {
    await requireStillMember(tx, member);
    const job = await lockJob(tx, ref);
    if (!job) throw new AppError("job-not-found", "This job does not exist. Reload the list.");
    if (await services.isUnderWay(tx, ref)) {
      throw new AppError(
        "delivery-under-way",
        "An email of this job is still on its way. Turn the pages when it is sent.",
      );
    }
    const turns = await proposedTurns(tx, job, pages);
    const removed = await turnPages(tx, services, job, turns);
    const turned = [...turns.values()].reduce((sum, some) => sum + some.length, 0);
    const detail = { pages: turned, file: [...turns.keys()].join() };
    await record(tx, { ...member, action: "pages.turned", subjectId: jobId, detail });
    return removed;
  });
  await deleteSpare(services, spare);
}

/** Returns the proposed turns of these pages, by file. */
async function proposedTurns(tx: Tx, job: JobRow, pages: TurnPagesInput["pages"]): Promise<Map<string, PageTurn[]>> {
  const proposed = new Map(
    (await currentReadings(tx, job)).map(({ reading, fileTurns }) => [
      reading.fileId,
      turnsLeft(reading.turns, { turns: fileTurns }),
    ]),
  );
  const chosen = pages.flatMap(({ fileId, page }) => {
    const turn = proposed.get(fileId)?.find((one) => one.page === page);
    return turn ? [{ fileId, ...turn }] : [];
  });
  const missing = pages.length - chosen.length;
  if (missing > 0) {
    const words = missing === 1 ? "1 of these pages is" : `${count(missing, "page")} are`;
    throw new AppError("no-turn", `${words} turned already, or need no turn. Reload the job.`);
  }
  return new Map(
    [...Map.groupBy(chosen, ({ fileId }) => fileId)].map(([fileId, some]) => [
      fileId,
      some.map(({ page, turn }) => ({ page, turn })),
    ]),
  );
}
