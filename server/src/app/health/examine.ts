import type { Examination } from "@sheaf/contracts/admin/health.ts";
import type { Logger } from "pino";
import { isDatabaseUnavailable } from "../../platform/db/unavailable.ts";
import { failed, type Outcome, unknown } from "./outcome.ts";

/** One thing to examine. */
export interface Part {
  name: string;
  label: string;
  /** Whether it is work of this machine, which may be busy: then late is no fault. */
  isWork?: boolean;
  examine(): Promise<Outcome> | Outcome;
}

const usualMs = 3_000;

interface Manner {
  log: Logger;
  /** Takes secrets out of what servers and the system say. */
  withoutSecrets(text: string): string;
  /** How long each part may take; 3 s when left out. */
  withinMs?: number;
}

/** Examines all parts at once. One that throws or takes too long is told as such and spoils no other. */
export async function examineAll(
  parts: Part[],
  { log, withoutSecrets, withinMs = usualMs }: Manner,
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
      return unknown("This stands in the database, which cannot be reached.");
    }
    log.warn({ err: error, examination: name }, "A part of the installation could not be examined");
    return unknown(`This could not be examined (${reasonOf(error)}).`);
  } finally {
    clearTimeout(timer);
  }
}

const tooBusy: Outcome = unknown("This machine was too busy to try it. Run it again later.");

const noAnswer = (withinMs: number): Outcome =>
  failed(`There was no answer within ${Math.round(withinMs / 1000)} seconds.`);

/** The driver wraps what the database said. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

const severity = { ok: 0, unknown: 1, warning: 2, failed: 3 } as const;

/** Of several machines: the worst one's outcome, with what those in the same state say, each once. */
export function worstOf(outcomes: [Outcome, ...Outcome[]]): Outcome {
  const worst = outcomes.reduce((one, other) => (severity[other.state] > severity[one.state] ? other : one));
  const alike = outcomes.filter(({ state }) => state === worst.state);
  return { ...worst, words: [...new Set(alike.map(({ words }) => words))].join(" ") };
}
