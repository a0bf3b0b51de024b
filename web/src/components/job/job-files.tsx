import type { Job, JobFile } from "@sheaf/contracts/jobs.ts";
import { Fragment, type ReactNode, useMemo, useState } from "react";
import { ContainerRow } from "./container-row.tsx";
import { FaultyFile } from "./faulty-file.tsx";
import { type FileNode, faultyBelow, filesBelow, treeOf } from "./file-tree.ts";
import { firstPagePaths } from "./first-page.ts";
import { JobFileRow } from "./job-file-row.tsx";
import "./job-files.css";
import { isFaulty } from "./job-words.ts";
import { SetAside } from "./set-aside.tsx";

/** A container with more files is folded at first; those that need a user's action are shown all the same. */
const shownAtFirst = 12;

interface JobFilesProps {
  job: Job;
  /** Actions for a refused or failed file; they replace the usual actions and the advice in its message. */
  actionsOf?: ((file: JobFile) => ReactNode) | undefined;
}

/**
 * Lists each file of a job with its light, pages, notes, problem and actions. Files of a container follow it, indented.
 */
export function JobFiles({ job, actionsOf }: JobFilesProps) {
  const tree = useMemo(() => treeOf(job), [job]);
  const pictures = useMemo(() => firstPagePaths(job), [job]);
  const [unfolded, setUnfolded] = useState<ReadonlyMap<string, boolean>>(new Map());
  const common = { jobId: job.id, customer: job.customer, filesDeleted: job.filesDeleted };

  const isOpen = (node: FileNode) => unfolded.get(node.file.id) ?? filesBelow(node).length <= shownAtFirst;
  const fold = (node: FileNode, open: boolean) => setUnfolded(new Map(unfolded).set(node.file.id, open));

  function actions(file: JobFile): ReactNode {
    if (!isFaulty(file) || job.filesDeleted) return undefined;
    return (
      <Fragment key={`${file.originalName} ${file.sizeBytes}`}>
        {actionsOf ? actionsOf(file) : <FaultyFile job={job} file={file} />}
      </Fragment>
    );
  }

  function row(node: FileNode): ReactNode {
    const { file, depth } = node;
    if (file.state !== "unpacked") {
      return (
        <JobFileRow
          key={file.id}
          {...common}
          file={file}
          depth={depth}
          picture={pictures.get(file.id)}
          hasOwnActions={actionsOf !== undefined}
          actions={actions(file)}
        />
      );
    }
    const open = isOpen(node);
    return (
      <ContainerRow key={file.id} node={node} open={open} onFold={(next) => fold(node, next)}>
        {(open ? node.items : faultyBelow(node)).map(row)}
      </ContainerRow>
    );
  }

  return (
    <>
      <ol className="files" aria-label="Files">
        {tree.map(row)}
      </ol>
      <SetAside job={job} />
    </>
  );
}
