import { CircleAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface CalloutProps {
  kind: "busy" | "bad";
  icon?: LucideIcon;
  role?: "alert";
  children: ReactNode;
}

/** One highlighted paragraph. */
export function Callout({ kind, icon: Icon = CircleAlert, role, children }: CalloutProps) {
  return (
    <div className={`callout callout--${kind}`} role={role}>
      <Icon className="i" aria-hidden />
      <p>{children}</p>
    </div>
  );
}
