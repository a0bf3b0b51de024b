import type { JobFile } from "@sheaf/contracts/jobs.ts";
import { type ReactNode, useRef, useState } from "react";
import { useReplaceFile } from "../../api/faulty-files.ts";
import { FieldError } from "../../ui/field.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { percent } from "../../ui/words.ts";
import { choose } from "../draft/chosen-files.ts";
import { problemsOf } from "../draft/file-problems.ts";
import { useFileLimit } from "../draft/upload-limits.ts";
import { FileAction } from "./file-action.tsx";
import { nameInJob } from "./job-words.ts";

interface ReplaceFileProps {
  jobId: string;
  file: JobFile;
}

/** The action for a file whose pages are hard to read, in its row. */
export function ReplaceFile(props: ReplaceFileProps) {
  const { progress, error, action } = useReplacement(props);
  if (progress) return progress;
  return (
    <div className="faulty-file">
      {error}
      <div className="row row--links">{action}</div>
    </div>
  );
}

/** Replaces a file by one that the user chooses. */
export function useReplacement({ jobId, file }: ReplaceFileProps): {
  /** How much of the new file is sent; null when none is being sent. */
  progress: ReactNode;
  /** Why the chosen file was not sent. */
  error: ReactNode;
  action: ReactNode;
} {
  const [wrong, setWrong] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const replace = useReplaceFile({ jobId, fileId: file.id });
  const problemOf = useFileProblem();
  const name = nameInJob(file);

  function picked([chosen]: File[]) {
    if (!chosen) return;
    const problem = problemOf(chosen);
    setWrong(problem);
    if (!problem) replace.mutate(chosen);
  }

  return {
    progress: replace.isPending ? <Replacing share={replace.share} name={name} /> : null,
    error: wrong && <FieldError>{wrong}</FieldError>,
    action: (
      <>
        <FileAction name="Replace file" of={file} onPress={() => picker.current?.click()} />
        <FilePicker ref={picker} label={`Replacement for ${name}`} onPick={picked} />
      </>
    ),
  };
}

/** Returns a function that finds out why a file would be refused, before any of it is sent. */
function useFileProblem() {
  const limit = useFileLimit();
  return (file: File): string | undefined => {
    const [problem] = problemsOf(choose([file]), limit).values();
    return problem && `${file.name}: ${problem.what} Choose another file.`;
  };
}

function Replacing({ share, name }: { share: number; name: string }) {
  return (
    <div className="faulty-file" role="status">
      <p className="sm num">{share < 1 ? `Uploading, ${percent(share)} sent` : "Uploaded, waiting for confirmation"}</p>
      <ProgressBar label={`Replacing ${name}`} share={share} />
    </div>
  );
}
