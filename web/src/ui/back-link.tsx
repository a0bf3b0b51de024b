import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** At the top of a page that one came to from another. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="plain row sm dim" to={to}>
      <ArrowLeft className="i i--14" aria-hidden />
      {children}
    </Link>
  );
}
