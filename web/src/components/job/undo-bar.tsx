import type { Delivery } from "@sheaf/contracts/deliveries.ts";
import { destinationKinds } from "@sheaf/contracts/destination-kinds.ts";
import type { Job } from "@sheaf/contracts/jobs.ts";
import { Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useUndo } from "../../api/delivery.ts";
import { count } from "../../ui/words.ts";
import { countDeliveries } from "../draft/deliveries.ts";
import { describeSplitPages } from "./page-by-page.ts";

/** The deliveries that can still be cancelled, the time left, and the button that cancels them. */
export function UndoBar({ job }: { job: Job }) {
  const held = job.deliveries.filter(({ state }) => state === "held");
  const undo = useUndo();
  const left = useSecondsLeft(held);
  if (held.length === 0) return null;
  const { one } = destinationKinds[job.destination];
  const what = held.length === 1 ? `One ${one}` : countDeliveries(job.destination, held.length);
  const goes = held.length === 1 ? "goes" : "go";
  const splitWarning = held.flatMap(({ recipient }) => describeSplitPages(job, recipient) ?? [])[0];
  return (
    <div className="callout callout--busy undo">
      <p className="grow num" role="timer">
        <b>
          {what} to {held.length === 1 ? held[0]?.recipient : job.customer.name}
        </b>{" "}
        {left > 0 ? `${goes} out in ${count(left, "second")}.` : `${goes} out at any moment.`}
      </p>
      {splitWarning && <p className="undo__why sm">{splitWarning} Undo, and upload them as separate PDFs.</p>}
      <button className="btn" type="button" disabled={undo.isPending} onClick={() => undo.mutate(job.id)}>
        <Undo2 className="i i--14" aria-hidden />
        {undo.isPending ? "Undoing..." : "Undo"}
      </button>
    </div>
  );
}

/**
 * Returns the seconds until the first delivery is sent. With a clock that is behind the server's it never returns more
 * than the whole undo time.
 */
function useSecondsLeft(held: Delivery[]): number {
  const [now, setNow] = useState(Date.now);
  const running = held.length > 0;
  useEffect(() => {
    if (!running) return;
    const tick = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(tick);
  }, [running]);
  const left = held.flatMap(({ sendAfter, createdAt }) => {
    if (!sendAfter) return [];
    const end = Date.parse(sendAfter);
    return Math.min(end - now, end - Date.parse(createdAt));
  });
  return left.length === 0 ? 0 : Math.max(0, Math.ceil(Math.min(...left) / 1000));
}
