import { ChevronRight } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Light } from "../../ui/light.tsx";
import { Tag } from "../../ui/tags.tsx";
import { count, number } from "../../ui/words.ts";
import { contentsOf, type FileNode } from "./file-tree.ts";
import { ItemPath } from "./item-path.tsx";
import { Notes } from "./job-file-row.tsx";
import { nameInJob } from "./job-words.ts";

interface ContainerRowProps {
  node: FileNode;
  open: boolean;
  onFold: (open: boolean) => void;
  /** The rows of the files inside: all of them, or while it is folded those that need a user's action. */
  children: ReactNode[];
}

/** A container with the files inside it, how many of them are converted, and a button that folds them. */
export function ContainerRow({ node, open, onFold, children }: ContainerRowProps) {
  const { file, depth } = node;
  const { documents, converted, word } = contentsOf(node);
  const inside = useId();
  return (
    <li className="files__branch">
      <div className={`file file--job file--container${depth > 0 ? " file--item" : ""}`}>
        <button
          className="btn btn--quiet btn--icon btn--sm file__fold"
          type="button"
          aria-label={`Files in ${nameInJob(file)}`}
          aria-expanded={open}
          aria-controls={inside}
          onClick={() => onFold(!open)}
        >
          <ChevronRight className="i" aria-hidden />
        </button>
        <span className="file__two">
          <span className="row">
            <Tag name={file.originalName} />
            <span className="file__name">
              <ItemPath file={file} />
            </span>
          </span>
          <span className="file__count num">
            {converted === documents ? count(documents, "file") : `${number(converted)} of ${count(documents, "file")}`}
          </span>
          <Notes file={file} />
        </span>
        <Light word={word} />
      </div>
      <ol className="files__items" id={inside} aria-label={`Files in ${nameInJob(file)}`}>
        {children}
      </ol>
    </li>
  );
}
