import type { JobFile } from "@sheaf/contracts/jobs.ts";
import { sayExpired, useExpired } from "../plan/expired.ts";
import { nameInJob } from "./job-words.ts";

interface FileActionProps {
  name: string;
  of: JobFile;
  onPress: () => void;
}

/** An action on a file, in its row. Says why when the subscription has expired. */
export function FileAction({ name, of, onPress }: FileActionProps) {
  const expired = useExpired();
  return (
    <button
      className="link sm"
      type="button"
      aria-label={`${name}: ${nameInJob(of)}`}
      aria-disabled={expired || undefined}
      onClick={expired ? sayExpired : onPress}
    >
      {name}
    </button>
  );
}
