import { WifiOff } from "lucide-react";
import { useConnectionLost } from "../../api/event-stream.ts";
import { Callout } from "../../ui/callout.tsx";
import { time } from "../../ui/dates.ts";

/** @param readAt when the job was last read, in milliseconds since 1970 */
export function ConnectionLost({ readAt }: { readAt: number }) {
  const lost = useConnectionLost();
  return (
    <div role="status">
      {lost && (
        <Callout kind="busy" icon={WifiOff}>
          <b>No connection.</b> This shows the job at {time(new Date(readAt).toISOString())} and updates when the
          connection is back.
        </Callout>
      )}
    </div>
  );
}
