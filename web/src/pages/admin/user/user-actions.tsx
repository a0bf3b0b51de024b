import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import {
  CalendarPlus,
  Infinity as InfinityIcon,
  KeyRound,
  LogOut,
  MailCheck,
  PoundSterling,
  Trash2,
  UserRoundCheck,
  UserRoundX,
} from "lucide-react";
import { useState } from "react";
import type { SimpleAction } from "../../../api/admin/users.ts";
import { useOwnPractice } from "../../../api/installation.ts";
import { DeleteUser } from "./delete-user.tsx";
import { EndUnlimited } from "./end-unlimited.tsx";
import { GrantDays } from "./grant-days.tsx";
import { RecordPayment } from "./record-payment.tsx";
import { SimpleActionDialog } from "./simple-action.tsx";

const acts = {
  payment: ["Record a Payment", PoundSterling],
  days: ["Grant Days", CalendarPlus],
  "end-unlimited": ["End Unlimited Subscription", InfinityIcon],
  "send-reset-link": ["Send Reset Link", KeyRound],
  "resend-verification": ["Resend Verification", MailCheck],
  "end-sessions": ["End Sessions", LogOut],
  suspend: ["Suspend", UserRoundX],
  restore: ["Restore", UserRoundCheck],
  delete: ["Delete", Trash2],
} as const;
type Act = keyof typeof acts;

/** All actions on a user and their practice, each with a reason. In an own practice there are none about money. */
export function UserActions({ page }: { page: UserPage }) {
  const ownPractice = useOwnPractice();
  const [open, setOpen] = useState<Act>();
  return (
    <>
      <fieldset className="row uacts" aria-label="Actions">
        {[...(ownPractice ? [] : aboutMoney(page)), ...aboutAccess(page)].map((act) => {
          const [label, Icon] = acts[act];
          return (
            <button key={act} className={look(act)} type="button" onClick={() => setOpen(act)}>
              <Icon className="i i--14" aria-hidden />
              {label}
            </button>
          );
        })}
      </fieldset>
      {open && <Opened open={open} page={page} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function look(act: Act): string {
  if (act === "payment") return "btn btn--primary";
  return act === "delete" ? "btn btn--bad" : "btn";
}

const aboutMoney = ({ subscription }: UserPage): Act[] => [
  "payment",
  "days",
  ...(subscription?.unlimited ? (["end-unlimited"] as const) : []),
];

/** Returns the actions that apply to this user now. */
function aboutAccess({ user, sessions }: UserPage): Act[] {
  return [
    user.emailVerified ? "send-reset-link" : "resend-verification",
    ...(sessions > 0 ? (["end-sessions"] as const) : []),
    user.suspended === "operator" ? "restore" : "suspend",
    "delete",
  ];
}

function Opened({ open, page, onClose }: { open: Act; page: UserPage; onClose: () => void }) {
  if (open === "payment") return <RecordPayment page={page} onClose={onClose} />;
  if (open === "end-unlimited") return <EndUnlimited page={page} onClose={onClose} />;
  if (open === "days") return <GrantDays page={page} onClose={onClose} />;
  if (open === "delete") return <DeleteUser page={page} onClose={onClose} />;
  return <SimpleActionDialog page={page} act={open satisfies SimpleAction} onClose={onClose} />;
}
