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

/** Replaces `fetch` by a fake server that responds by method and path, and records all requests. */
export function serve(answers: Record<string, Answer>) {
  const asked: { call: string; query: URLSearchParams; headers: Headers; body: unknown }[] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const call = `${init.method ?? "GET"} ${path.split("?")[0]}`;
    const query = new URLSearchParams(path.split("?")[1]);
    asked.push({ call, query, headers: new Headers(init.headers), body: init.body });
    const given = answers[call];
    const answer = await (typeof given === "function" ? given(query) : given);
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
  return { asked, answers };
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
