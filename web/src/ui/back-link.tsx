import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** A link at the top of a page, back to the page that led to it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="plain row sm dim" to={to}>
      <ArrowLeft className="i i--14" aria-hidden />
      {children}
    </Link>
  );
}
