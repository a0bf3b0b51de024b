import { retention } from "@sheaf/contracts/limits.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { auditLogQuery } from "../../api/audit.ts";
import { LogEntries } from "../../components/log/log-entries.tsx";
import { Section } from "../../ui/section.tsx";
import { count } from "../../ui/words.ts";

/** The practice's audit log, for the owner. */
export function AuditLog() {
  const log = useInfiniteQuery(auditLogQuery);
  return (
    <Section
      title="Audit log"
      about={`Who did what, when and from where. Kept for ${count(retention.auditYears, "year")}.`}
    >
      <LogEntries name="The audit log" log={log} />
    </Section>
  );
}
