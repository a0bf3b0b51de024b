import type { Operations } from "@sheaf/contracts/admin/operations.ts";
import { Fact } from "../../../ui/fact.tsx";
import { count, number } from "../../../ui/words.ts";
import { age } from "../pieces/age.ts";
import { TableCard } from "../pieces/table-card.tsx";

/** The reading of pages: what waits for it, how fast it is, and what is missing for it. */
export function ReadingCard({ reading, at }: Pick<Operations, "reading" | "at">) {
  const { waiting, running, pagesPerMinute, oldestWaitingSeconds, isSecondReaderOn, notes } = reading;
  return (
    <TableCard title="Reading of pages" note="pauses while files wait for conversion">
      <dl className="facts num">
        <Fact term="Waiting">{count(waiting, "file")}</Fact>
        <Fact term="Waiting longest">{oldestWaitingSeconds === null ? "–" : since(oldestWaitingSeconds, at)}</Fact>
        <Fact term="Running">{count(running, "file")}</Fact>
        <Fact term="Pages per minute">{number(Math.round(10 * pagesPerMinute) / 10)}</Fact>
        <Fact term="Second reader">{isSecondReaderOn ? "On" : "Off"}</Fact>
      </dl>
      {notes.map((note) => (
        <p key={note} className="facts__note sm dim">
          {note}
        </p>
      ))}
    </TableCard>
  );
}

const since = (seconds: number, at: string) => age(new Date(Date.parse(at) - 1000 * seconds).toISOString(), at);
