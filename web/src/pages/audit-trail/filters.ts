import type { JobFilter } from "@sheaf/contracts/jobs.ts";
import { useCallback, useMemo } from "react";
import { useSearchParams } from "react-router";
import { useJobAddress } from "../../components/job/job-address.ts";
import { useOpenInAddress } from "../../ui/open-in-address.ts";
import { useSetParams } from "../../ui/set-params.ts";

/** Options of the status filter, in order. "Needs you" and "Not sent" compare the light, the others the status. */
export const statusFilters = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "processing", label: "Processing" },
  { value: "completed", label: "Completed" },
  { value: "failed", label: "Failed" },
  { value: "needs-you", label: "Needs you" },
  { value: "not-sent", label: "Not sent" },
] as const;

const isStatus = (text: string | null): text is NonNullable<JobFilter["status"]> =>
  text !== "all" && statusFilters.some(({ value }) => value === text);

const day = /^\d{4}-\d\d-\d\d$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const shaped = (text: string | null, shape: RegExp) => (text && shape.test(text) ? text : undefined);

/** Reads the filter from the address, which may have been typed or cut: invalid values are ignored. */
function readFilter(query: URLSearchParams): JobFilter {
  const status = query.get("status");
  const filter: JobFilter = {
    status: isStatus(status) ? status : undefined,
    q: query.get("q")?.trim().slice(0, 200) || undefined,
    customerId: shaped(query.get("customer"), uuid),
    from: shaped(query.get("from"), day),
    to: shaped(query.get("to"), day),
  };
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

const names = { status: "status", q: "q", customerId: "customer", from: "from", to: "to" } as const;

/** What the audit trail lists and searches: jobs, or the pages of their files. */
export type Shown = "jobs" | "pages";

/** What is shown, its filter and what is open are in the address: a reload, Back and a copied link show the same. */
export function useAuditTrail() {
  const [query] = useSearchParams();
  const setParams = useSetParams();
  const text = query.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(text)), [text]);
  const shown: Shown = query.get("show") === "pages" ? "pages" : "jobs";

  const change = useCallback(
    (changed: JobFilter, { replace = false } = {}) => {
      const values = Object.entries(changed).map(([key, value]) => [names[key as keyof JobFilter], value]);
      setParams(Object.fromEntries(values), { replace });
    },
    [setParams],
  );

  const { job, open, close } = useJobAddress();
  const hit = useOpenInAddress("hit");

  /** The search and the other filters stay. */
  const show = useCallback(
    (next: Shown) => setParams({ show: next === "pages" ? next : null, hit: null, status: null }, { replace: false }),
    [setParams],
  );

  const clear = useCallback(() => {
    const none = Object.fromEntries(Object.keys(names).map((key) => [key, undefined]));
    change(none);
  }, [change]);

  return { filter, change, clear, shown, show, job, open, close, hit };
}
