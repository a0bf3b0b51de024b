import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { dateTime } from "../../../ui/dates.ts";
import { SlimTable } from "../pieces/slim-table.tsx";
import { TableCard } from "../pieces/table-card.tsx";

/** Who tried to sign in as this user, from where, and whether it worked. */
export function UserSignIns({ signIns }: { signIns: UserPage["signIns"] }) {
  return (
    <TableCard title="Sign-ins" note="the newest first">
      <SlimTable
        empty="Nobody has signed in."
        heads={["When", "Outcome", "Device", "Address"]}
        words={4}
        rows={signIns.map(({ at, ok, address, device }, index) => ({
          key: `${at} ${index}`,
          cells: [
            dateTime(at),
            <span key="outcome" className={ok ? undefined : "bad"}>
              {ok ? "Signed in" : "Refused"}
            </span>,
            device ?? "–",
            address ?? "–",
          ],
        }))}
      />
    </TableCard>
  );
}
