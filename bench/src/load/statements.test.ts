import { expect, test } from "vitest";
import { statementsIn } from "./statements.ts";

test("every statement of Sheaf is counted once, however many lines it has, and no other entry of the log", () => {
  const log = [
    "sheaf|LOG:  execute <unnamed>: select 1",
    "\tfrom jobs",
    "sheaf|DETAIL:  Parameters: $1 = 'sheaf|LOG:  execute'",
    "sheaf|LOG:  statement: commit",
    "sheaf-queue|LOG:  execute sheaf_3: WITH next AS (",
    "sheaf-events|LOG:  statement: select 1",
    "sheaf|ERROR:  canceling statement due to user request",
    "|LOG:  statement: show log_statement",
    "|LOG:  checkpoint starting: time",
  ].join("\n");
  expect(statementsIn(log)).toEqual({ application: 2, queue: 1 });
});
