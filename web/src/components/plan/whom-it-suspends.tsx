import { TriangleAlert } from "lucide-react";
import { count, listed } from "../../ui/words.ts";

/** Whom a refund suspends that leaves a smaller plan; nothing when everybody has a place in it. */
export function WhomItSuspends({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className="callout callout--busy">
      <TriangleAlert className="i" aria-hidden />
      <p>
        Granted, it suspends {count(names.length, "member")}, because the plan is then for fewer users: {listed(names)}.
      </p>
    </div>
  );
}
