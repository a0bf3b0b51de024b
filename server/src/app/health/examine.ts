import type { Examination } from "@sheaf/contracts/admin/health.ts";
import type { Logger } from "pino";
import { isDatabaseUnavailable } from "../../platform/db/unavailable.ts";
import { failed, type Outcome, unknown } from "./outcome.ts";

/** One part of the installation to examine. */
export interface Part {
  name: string;
  label: string;
  /**
   * Whether the examination is work for this machine. When the machine is busy, a timeout is then unknown instead of a
   * failure.
   */
  isWork?: boolean;
  examine(): Promise<Outcome> | Outcome;
}

const defaultTimeoutMs = 3_000;

interface ExamineOptions {
  log: Logger;
  /** Removes secrets from messages of servers and of the system. */
  withoutSecrets(text: string): string;
  /** Time limit for each part; 3 s by default. */
  withinMs?: number;
}

/**
 * Examines all parts at the same time. A part that throws or takes too long gets a result that says so, and does not
 * affect the others.
 */
export async function examineAll(
  parts: Part[],
  { log, withoutSecrets, withinMs = defaultTimeoutMs }: ExamineOptions,
): Promise<Examination[]> {
  return Promise.all(
    parts.map(async (part) => {
      const { name, label } = part;
      const { state, words, remedy } = await outcomeOf(part, withinMs, log);
      return {
        name,
        label,
        state,
        words: withoutSecrets(words),
        ...(remedy ? { remedy: { ...remedy, words: withoutSecrets(remedy.words) } } : {}),
      };
    }),
  );
}

async function outcomeOf({ name, isWork = false, examine }: Part, withinMs: number, log: Logger): Promise<Outcome> {
  const late = Promise.withResolvers<Outcome>();
  const timer = setTimeout(() => late.resolve(isWork ? tooBusy : noAnswer(withinMs)), withinMs);
  try {
    return await Promise.race([examine(), late.promise]);
  } catch (error) {
    if (isDatabaseUnavailable(error)) {
      return unknown("This cannot be checked, because the database cannot be reached.");
    }
    log.warn({ err: error, examination: name }, "A part of the installation could not be checked");
    return unknown(`This could not be examined (${reasonOf(error)}).`);
  } finally {
    clearTimeout(timer);
  }
}

const tooBusy: Outcome = unknown("This machine was too busy for this check. Run it again later.");

const noAnswer = (withinMs: number): Outcome =>
  failed(`There was no answer within ${Math.round(withinMs / 1000)} seconds.`);

/** Returns the reason of an error: the driver wraps the error of the database as its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

const severity = { ok: 0, unknown: 1, warning: 2, failed: 3 } as const;

/** Returns the worst outcome of several machines, with the texts of all outcomes in the same state, each once. */
export function worstOf(outcomes: [Outcome, ...Outcome[]]): Outcome {
  const worst = outcomes.reduce((one, other) => (severity[other.state] > severity[one.state] ? other : one));
  const alike = outcomes.filter(({ state }) => state === worst.state);
  return { ...worst, words: [...new Set(alike.map(({ words }) => words))].join(" ") };
}
