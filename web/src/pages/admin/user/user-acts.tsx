import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { CalendarPlus, Ellipsis, LogOut, MailCheck, Trash2, UserRoundCheck, UserRoundX } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useState } from "react";
import type { PlainAct } from "../../../api/admin/users.ts";
import { Menu } from "../../../ui/menu.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { GrantDays } from "./grant-days.tsx";
import { PlainActDialog } from "./plain-act.tsx";
import { RecordPayment } from "./record-payment.tsx";

const entries = {
  days: ["Grant days", CalendarPlus],
  "end-sessions": ["End sessions", LogOut],
  "resend-verification": ["Resend verification", MailCheck],
  suspend: ["Suspend", UserRoundX],
  restore: ["Restore", UserRoundCheck],
  delete: ["Delete", Trash2],
} as const;
type Entry = keyof typeof entries;

/** Everything that can be done to a user and their practice; each asks why. */
export function UserActs({ page }: { page: UserPage }) {
  const [open, setOpen] = useState<Entry | "payment">();
  const close = () => setOpen(undefined);
  return (
    <>
      <div className="row">
        <button className="btn btn--primary" type="button" onClick={() => setOpen("payment")}>
          Record a Payment
        </button>
        <Menu
          trigger={
            <DropdownMenu.Trigger className="btn btn--icon" aria-label="More to do">
              <Ellipsis className="i" aria-hidden />
            </DropdownMenu.Trigger>
          }
        >
          {offered(page).map((entry) => {
            const [label, Icon] = entries[entry];
            return (
              <DropdownMenu.Item
                key={entry}
                className={entry === "delete" ? "is-bad" : undefined}
                onSelect={() => setOpen(entry)}
              >
                <Icon className="i" aria-hidden />
                {label}
              </DropdownMenu.Item>
            );
          })}
        </Menu>
      </div>
      {open && <Opened open={open} page={page} onClose={close} />}
    </>
  );
}

/** What makes sense for this user now. */
function offered({ user, sessions }: UserPage): Entry[] {
  return [
    "days",
    ...(sessions > 0 ? (["end-sessions"] as const) : []),
    ...(user.emailVerified ? [] : (["resend-verification"] as const)),
    user.suspended === "operator" ? "restore" : "suspend",
    "delete",
  ];
}

function Opened({ open, page, onClose }: { open: Entry | "payment"; page: UserPage; onClose: () => void }) {
  if (open === "payment") return <RecordPayment page={page} onClose={onClose} />;
  if (open === "days") return <GrantDays page={page} onClose={onClose} />;
  if (open === "delete") return <DeleteUser page={page} onClose={onClose} />;
  return <PlainActDialog page={page} act={open satisfies PlainAct} onClose={onClose} />;
}
