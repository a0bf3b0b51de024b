import { user } from "@sheaf/contracts/accounts.ts";
import { type AnswerName, answerKeys } from "@sheaf/contracts/answers.ts";
import { customer } from "@sheaf/contracts/customers.ts";
import { type PagePath, pagePath } from "@sheaf/contracts/pages.ts";
import { type Preload, preloadId } from "@sheaf/contracts/preload.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { findMember, getUser, hasSessionEnd } from "../../domain/accounts/index.ts";
import { listCustomers } from "../../domain/customers/service.ts";
import { sessionCookie } from "../../platform/http/cookies.ts";
import type { Services } from "../../platform/services.ts";
import { type Reader, readAnswer, readerOf } from "../changes/answers.ts";

type Needs = Pick<Services, "config" | "db">;

/** Responses of routes whose changes a page reads at another time than those of `answers`. */
const ownSources = {
  user: {
    key: ["/api/user"],
    read: async ({ db, member: { practiceId, userId } }: Reader) => user.parse(await getUser(db, practiceId, userId)),
  },
  customers: {
    key: ["/api/customers"],
    read: async ({ db, member: { practiceId } }: Reader) => {
      const { customers, total } = await listCustomers(db, practiceId, { limit: maxCustomers });
      return total > maxCustomers ? undefined : z.array(customer).parse(customers);
    },
  },
};
type SourceName = AnswerName | keyof typeof ownSources;

/** The page shows nothing without these, and so waits for them without a time limit. */
const needed = new Set<SourceName>(["user", "subscription"]);
/** The page is sent without responses that take longer; the browser requests these separately. */
const maxWaitMs = 1_000;
/** A longer list of customers would delay the page, which only shows the newest. */
const maxCustomers = 100;

/** Responses that the sign-in check and the layout of every page need. */
const common: SourceName[] = ["user", "subscription", "counts", "notifications"];

/** All pages that require a session. */
const sources: Partial<Record<PagePath, SourceName[]>> = {
  "/dashboard": [...common, "checklist", "usage", "stats", "recent", "customers"],
  "/customers": common,
  "/upload": common,
  "/audit-trail": common,
  "/email-test": common,
  "/sample": [...common, "sample"],
  "/settings": common,
  "/subscription-expired": common,
};

/**
 * Returns null when nobody is signed in, and undefined when the page has no preloaded responses, or they cannot be read
 * now.
 */
export type PreloadFor = (request: FastifyRequest, path: string) => Promise<Preload | null | undefined>;

/**
 * Returns a function that reads the responses for the member who requests a page. A page that contains them must not be
 * stored by any cache.
 */
export function preloadFor(needs: Needs): PreloadFor {
  return async (request, path) => {
    const known = pagePath(path, needs.config.installation);
    const wanted = known && sources[known];
    const token = request.cookies[sessionCookie];
    if (!wanted || !token) return undefined;
    try {
      const member = await findMember(needs.db, token, { slide: true });
      if (member) return await readAll(wanted, needs, member);
      // With null, the page would assume that there is no session, and would not show why the session ended.
      return (await hasSessionEnd(needs.db, token)) ? undefined : null;
    } catch (error) {
      // The page requests the data itself and shows the error.
      request.log.warn(error, "A page was sent without its preloaded data");
      return undefined;
    }
  };
}

/** Reads the responses. Refused ones are left out as well: the page requests them itself and shows the refusal. */
async function readAll(wanted: SourceName[], needs: Needs, member: Reader["member"]): Promise<Preload> {
  const reader = readerOf({ ...needs, member });
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(timeout.resolve, maxWaitMs, undefined);
  const answers = await Promise.all(
    wanted.map(async (name): Promise<Preload> => {
      const { key, reading } = startReading(name, reader);
      const safe = reading.catch(() => undefined);
      const answer = await (needed.has(name) ? safe : Promise.race([safe, timeout.promise]));
      return answer === undefined ? [] : [[key, answer]];
    }),
  );
  clearTimeout(timer);
  return answers.flat();
}

function startReading(name: SourceName, reader: Reader): { key: Preload[number][0]; reading: Promise<unknown> } {
  if (name === "user" || name === "customers") {
    const { key, read } = ownSources[name];
    return { key, reading: read(reader) };
  }
  return { key: [...answerKeys[name]], reading: readAnswer(name, reader) };
}

/**
 * Returns the responses as a data block, which the content security policy allows because it is not a script. "<" is
 * escaped, so that no content can end the block.
 */
export function preloadElement(answers: Preload): string {
  const data = JSON.stringify(answers).replaceAll("<", "\\u003c");
  return `<script type="application/json" id="${preloadId}">${data}</script>\n  `;
}
