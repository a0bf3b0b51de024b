import { CircleAlert, CircleCheck, Info, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

const icons = { ok: CircleCheck, busy: CircleAlert, bad: CircleAlert };

interface CalloutProps {
  /** Left out for plain information. */
  kind?: keyof typeof icons;
  icon?: LucideIcon;
  role?: "alert" | "status";
  children: ReactNode;
}

/** One highlighted paragraph. */
export function Callout({ kind, icon: Icon = kind ? icons[kind] : Info, role, children }: CalloutProps) {
  return (
    <div className={kind ? `callout callout--${kind}` : "callout"} role={role}>
      <Icon className="i" aria-hidden />
      <p>{children}</p>
    </div>
  );
}
