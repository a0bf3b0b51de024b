import { useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { Duplicate } from "@sheaf/contracts/deliveries.ts";
import { CircleAlert, GripVertical, History, Info, X } from "lucide-react";
import { useRef } from "react";
import { dateTime } from "../../ui/dates.ts";
import { FileName } from "../../ui/file-name.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { size } from "../../ui/sizes.ts";
import { Tag } from "../../ui/tags.tsx";
import type { ChosenFile } from "../draft/chosen-files.ts";
import type { FileProblem } from "../draft/file-problems.ts";
import { FilePreview, FileThumb } from "./file-preview.tsx";

interface FileRowProps {
  chosen: ChosenFile;
  place: number;
  problem: FileProblem | undefined;
  duplicate: boolean;
  sentBefore: Duplicate | undefined;
  onRemove: () => void;
  onReplace: (file: File) => void;
  onSendAnyway: () => void;
}

/** A chosen file: its position, name and size, and the problem that prevents sending it, with a way to solve it. */
export function FileRow(props: FileRowProps) {
  const { chosen, place, problem, duplicate, sentBefore, onRemove, onReplace, onSendAnyway } = props;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: chosen.key,
  });
  const replacement = useRef<HTMLInputElement>(null);
  const { name } = chosen.file;
  return (
    <li
      ref={setNodeRef}
      className={`file${problem ? " is-bad" : ""}${isDragging ? " is-dragging" : ""}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        className="grip"
        {...attributes}
        {...listeners}
        aria-label={`Move ${name}`}
      >
        <GripVertical className="i" aria-hidden />
      </button>
      <span className="file__n num">{problem ? "–" : place}</span>
      <Tag name={name} />
      <FileThumb file={chosen.file} />
      <FilePreview file={chosen.file}>
        <FileName name={name} />
      </FilePreview>
      <span className="file__size num">{size(chosen.file.size)}</span>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-label={`Remove ${name}`}
        data-remove
        onClick={onRemove}
      >
        <X className="i i--14" aria-hidden />
      </button>
      {problem && (
        <div className="file__why">
          <CircleAlert className="i i--14" aria-hidden />
          <p>
            <b>{problem.what}</b> {problem.remedy}
          </p>
          <div className="row">
            <button className="btn btn--sm" type="button" onClick={() => replacement.current?.click()}>
              Replace
            </button>
            <button className="btn btn--sm btn--quiet" type="button" onClick={onRemove}>
              Remove
            </button>
          </div>
          <FilePicker ref={replacement} label={`Replace ${name}`} onPick={([file]) => file && onReplace(file)} />
        </div>
      )}
      {sentBefore && !problem && (
        <SentBefore name={name} sentBefore={sentBefore} onRemove={onRemove} onSendAnyway={onSendAnyway} />
      )}
      {duplicate && !problem && (
        <div className="file__why is-note">
          <Info className="i i--14" aria-hidden />
          <p>This file is already in the list. It will appear in the PDF twice.</p>
          <div className="row">
            <button className="btn btn--sm btn--quiet" type="button" onClick={onRemove}>
              Remove
            </button>
          </div>
        </div>
      )}
    </li>
  );
}

interface SentBeforeProps {
  name: string;
  sentBefore: Duplicate;
  onRemove: () => void;
  onSendAnyway: () => void;
}

/** A second copy would be a second entry in the books, so the user decides. */
function SentBefore({ name, sentBefore, onRemove, onSendAnyway }: SentBeforeProps) {
  const { recipient, sentAt, originalName, jobId } = sentBefore;
  return (
    <div className="file__why is-note">
      <History className="i i--14" aria-hidden />
      <p>
        <b>
          Sent to {recipient} on {dateTime(sentAt)}
        </b>
        {originalName !== name && ` as ${originalName}`}, see{" "}
        <a href={`/audit-trail?job=${jobId}`} target="_blank" rel="noreferrer">
          that job
        </a>
        .
      </p>
      <div className="row">
        <button className="btn btn--sm" type="button" aria-label={`Send ${name} again anyway`} onClick={onSendAnyway}>
          Send again anyway
        </button>
        <button className="btn btn--sm btn--quiet" type="button" onClick={onRemove}>
          Remove
        </button>
      </div>
    </div>
  );
}
