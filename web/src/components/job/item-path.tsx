import type { JobFile } from "@sheaf/contracts/jobs.ts";
import { nameInJob } from "./job-words.ts";

/**
 * A file's name; for an item of a container its path on two lines: "mail.msg › invoices.zip › 2026/" small above
 * "a.pdf". The style cuts what does not fit, so that a long path is cut in its middle.
 */
export function ItemPath({ file }: { file: Pick<JobFile, "path" | "originalName"> }) {
  const path = nameInJob(file);
  const start = file.path === null ? 0 : startOfName(path);
  return (
    <span className="path" title={path}>
      {start > 0 && <bdi className="path__folders">{path.slice(0, start)}</bdi>}
      <bdi className="path__name">{path.slice(start)}</bdi>
    </span>
  );
}

/** Returns where the name begins: after the last folder and the last container. */
function startOfName(path: string): number {
  const container = path.lastIndexOf(" › ");
  return Math.max(container < 0 ? 0 : container + 3, path.lastIndexOf("/") + 1);
}
