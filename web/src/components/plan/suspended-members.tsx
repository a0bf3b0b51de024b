import { TriangleAlert } from "lucide-react";
import { Callout } from "../../ui/callout.tsx";
import { count, listed } from "../../ui/words.ts";

/** Names the members suspended by a refund that leaves a smaller plan; shows nothing when all of them have a seat. */
export function SuspendedMembers({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Callout kind="busy" icon={TriangleAlert}>
      If granted, the refund suspends {count(names.length, "member")}, because the plan then allows fewer users:{" "}
      {listed(names)}.
    </Callout>
  );
}
