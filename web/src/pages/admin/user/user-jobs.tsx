import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { dateTime } from "../../../ui/dates.ts";
import { size } from "../../../ui/sizes.ts";
import { number } from "../../../ui/words.ts";
import { reasonWords } from "../pieces/reasons.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
import { TableCard } from "../pieces/table-card.tsx";

const statuses = { pending: "Pending", processing: "Processing", completed: "Completed", failed: "Failed" } as const;

/** Jobs by status and size: never a file's name, a customer or a content. */
export function UserJobs({ jobs }: { jobs: UserPage["jobs"] }) {
  return (
    <TableCard title="Jobs" note="of the practice, without names and contents">
      <SlimTable
        empty="Nothing has been uploaded."
        heads={["Uploaded", "Status", "Files refused", "Completed", "Files", "Size", "Emails"]}
        words={4}
        rows={jobs.map(({ id, createdAt, completedAt, status, files, bytes, emails, refusals }) => ({
          key: id,
          cells: [
            dateTime(createdAt),
            <span key="status" className={status === "failed" ? "bad" : undefined}>
              {statuses[status]}
            </span>,
            refusals.length > 0 ? refusals.map(reasonWords).join(", ") : "–",
            completedAt ? dateTime(completedAt) : "–",
            number(files),
            size(bytes),
            number(emails),
          ],
        }))}
      />
    </TableCard>
  );
}
