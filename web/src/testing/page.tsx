import { type AnswerName, answerKeys, answerNames } from "@sheaf/contracts/answers.ts";
import type { Changes } from "@sheaf/contracts/changes.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from "react-router";
import { onTestFinished, vi } from "vitest";
import { createQueryClient } from "../api/query-client.ts";
import { Pages } from "../routes.tsx";
import { dismissToast, Toasts } from "../ui/toast.tsx";
import { anAdminProfile } from "./admin.ts";
import { billing, outboxOnly, priya, smallFirm, usage } from "./people.ts";

/**
 * Response of the fake server: a body with status 200, or a status with a body. A promise that never resolves stands
 * for a slow server. A function receives the query of the address.
 */
export type Answer = unknown | { status: number; body?: unknown; headers?: Record<string, string> };

const silent = { onopen: null, onerror: null, onmessage: null };

export const signedIn: Record<string, Answer> = {
  "GET /api/user": priya,
  "GET /api/subscription": smallFirm,
  "GET /api/usage": usage,
  "GET /api/installation": outboxOnly,
  "GET /api/customers": [],
  "GET /api/jobs": [],
  "GET /api/jobs/counts": { all: 0, pending: 0, processing: 0, completed: 0, failed: 0, "needs-you": 0, "not-sent": 0 },
  "GET /api/notifications": [],
  "GET /api/checklist": { steps: [] },
  "GET /api/admin/checklist": { steps: [] },
  "GET /api/stats": { totalCustomers: 0, documentsSent: 0, processingJobs: 0, successRate: 100 },
  "GET /api/subscription-plans": [smallFirm.plan],
  "GET /api/billing": billing,
  "GET /api/payments": [],
  "GET /api/refunds": [],
  "GET /api/admin/me": anAdminProfile(),
};

function asResponse(answer: Answer): Response {
  const known =
    typeof answer === "object" && answer !== null && "status" in answer && typeof answer.status === "number";
  const given = known ? (answer as { status: number; body?: unknown; headers?: Record<string, string> }) : undefined;
  const { status, body, headers } = given ?? { status: 200, body: answer };
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  return new Response(status === 204 ? null : text, { status, headers: { ...counted(body), ...headers } });
}

/** Headers of a complete list. */
function counted(body: unknown): Record<string, string> {
  if (!Array.isArray(body)) return {};
  return { "x-total-count": String(body.length), "x-practice-count": String(body.length), "x-unseen-count": "0" };
}

const changesCall = "GET /api/changes";
const listed = (query: URLSearchParams, name: string) => (query.get(name) ?? "").split(",").filter(Boolean);
const pathOf = (name: AnswerName) => answerKeys[name].filter((part) => typeof part === "string").join("/");
const isRefused = (answer: Answer) => answer === undefined || asResponse(answer).status >= 400;

/** The response of GET /api/changes: what the routes of the single jobs and answers would return. */
async function changesOf(ask: (call: string) => Promise<Answer>, query: URLSearchParams): Promise<Changes> {
  const [ids, names] = [listed(query, "jobs"), listed(query, "answers") as AnswerName[]];
  const [found, given] = await Promise.all([
    Promise.all(ids.map((id) => ask(`GET /api/jobs/${id}`))),
    Promise.all(names.map((name) => ask(`GET ${pathOf(name)}`))),
  ]);
  const answers = await Promise.all(
    names.map(async (name, index) => {
      if (isRefused(given[index])) return [name, undefined];
      const response = asResponse(given[index]);
      const body = await response.json();
      const unseen = Number(response.headers.get("x-unseen-count"));
      return [name, name === "notifications" ? { told: body, unseen } : body];
    }),
  );
  return {
    jobs: found.filter((job) => !isRefused(job)) as Job[],
    gone: ids.filter((_, index) => isRefused(found[index])),
    answers: Object.fromEntries(answers),
  };
}

/**
 * Replaces `fetch` by a fake server that responds by method and path, and records all requests. GET /api/changes has
 * the responses of the single routes, unless it is given.
 */
export function serve(answers: Record<string, Answer>) {
  const asked: { call: string; query: URLSearchParams; headers: Headers; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${path.split("?")[0]}`;
    const query = new URLSearchParams(path.split("?")[1]);
    asked.push({ call, query, headers: new Headers(init.headers), body: init.body });
    const ask = async (to: string, by = new URLSearchParams()): Promise<Answer> => {
      const given = answers[to];
      return typeof given === "function" ? given(by) : given;
    };
    const joined = call === changesCall && answers[call] === undefined;
    const answer = await (joined ? changesOf(ask, query) : ask(call, query));
    return answer === undefined
      ? new Response('{"code":"not-found","message":"Nothing here."}', { status: 404 })
      : asResponse(answer);
  });
  vi.stubGlobal(
    "EventSource",
    class {
      static readonly CLOSED = 2;
      constructor() {
        Object.assign(this, silent);
      }
      addEventListener() {}
      close() {}
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    dismissToast();
  });
  /** How often something was requested: by a call of its own, or as a job or an answer of GET /api/changes. */
  function reads(call: string): number {
    const path = call.replace("GET ", "");
    const name = answerNames.find((one) => pathOf(one) === path);
    const inChanges = (query: URLSearchParams) =>
      listed(query, "jobs").some((id) => path === `/api/jobs/${id}`) ||
      (name !== undefined && listed(query, "answers").includes(name));
    return asked.filter((one) => one.call === call || (one.call === changesCall && inChanges(one.query))).length;
  }
  return { asked, answers, reads };
}

function LocationProbe({ history }: { history: { navigate?: NavigateFunction } }) {
  const { pathname, search } = useLocation();
  history.navigate = useNavigate();
  return <output data-testid="address">{pathname + search}</output>;
}

/** Renders the whole app at an address, with a fake server. */
export function openPage(address: string, answers: Record<string, Answer> = {}) {
  const server = serve({ ...signedIn, ...answers });
  const history: { navigate?: NavigateFunction } = {};
  const queryClient = createQueryClient();
  const screen = render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[address]}>
        <Pages />
        <LocationProbe history={history} />
      </MemoryRouter>
      <Toasts />
    </QueryClientProvider>,
  );
  return {
    ...screen,
    ...server,
    user: userEvent.setup({ applyAccept: false }),
    back: () => act(async () => history.navigate?.(-1)),
    forward: () => act(async () => history.navigate?.(1)),
    /** Paths of all cached responses. */
    answersHeld: () =>
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => String(queryKey[0])),
    address: () => screen.getByTestId("address").textContent,
  };
}
