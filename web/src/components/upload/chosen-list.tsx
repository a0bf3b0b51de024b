import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, sortableKeyboardCoordinates, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { acceptAttribute } from "@sheaf/contracts/formats.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { CircleAlert, Plus } from "lucide-react";
import { type ChangeEvent, type RefObject, useRef } from "react";
import { FieldError } from "../../ui/field.tsx";
import { megabytes } from "../../ui/sizes.ts";
import { Tray } from "../../ui/states.tsx";
import { count } from "../../ui/words.ts";
import {
  type ChosenFile,
  duplicatesOf,
  type FileProblem,
  move,
  overTotal,
  sortByName,
  totalBytes,
} from "./chosen-files.ts";
import { FileRow } from "./file-row.tsx";
import { sizeText, sizeTitle } from "./hold-back.ts";

interface ChosenListProps {
  files: ChosenFile[];
  problems: Map<string, FileProblem>;
  maxFileBytes: number | undefined;
  dropping: boolean;
  dragging: RefObject<boolean>;
  error: string | undefined;
  onChange: (files: ChosenFile[]) => void;
  onAdd: (files: Iterable<File>) => void;
}

/** The chosen files in the order in which they will be sent and stand in the PDF. */
export function ChosenList(props: ChosenListProps) {
  const { files, problems, maxFileBytes, dropping, dragging, error, onChange, onAdd } = props;
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const duplicates = duplicatesOf(files);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (key: string | number) => files.find((file) => file.key === key)?.file.name ?? "the file";
  const placeOf = (key: string | number) => files.findIndex((file) => file.key === key) + 1;

  function picked(event: ChangeEvent<HTMLInputElement>) {
    if (event.target.files) onAdd([...event.target.files]);
    // The same file can be picked again after it was removed.
    event.target.value = "";
  }

  function dropped({ active, over }: DragEndEvent) {
    dragging.current = false;
    if (over && active.id !== over.id) onChange(move(files, String(active.id), String(over.id)));
  }

  return (
    <>
      {files.length > 0 && (
        <>
          <div className="row between up__bar">
            <span className="label num">
              {count(files.length, "file")}{" "}
              <span className={overTotal(files) ? "over" : "mute"}>
                {megabytes(totalBytes(files))} of {megabytes(uploadLimits.webTotalBytes)} MB
              </span>
            </span>
            <div className="row">
              {files.length > 1 && (
                <button className="btn btn--sm btn--quiet" type="button" onClick={() => onChange(sortByName(files))}>
                  Sort by name
                </button>
              )}
              <button className="btn btn--sm" type="button" onClick={() => picker.current?.click()}>
                <Plus className="i i--14" aria-hidden />
                Add files
              </button>
            </div>
          </div>
          {overTotal(files) && (
            <div className="callout callout--bad" role="alert">
              <CircleAlert className="i" aria-hidden />
              <p>
                <b>{sizeTitle}</b> {sizeText(files)}
              </p>
            </div>
          )}
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
            onDragStart={() => {
              dragging.current = true;
            }}
            onDragEnd={dropped}
            onDragCancel={() => {
              dragging.current = false;
            }}
            accessibility={{
              announcements: {
                onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, place ${placeOf(active.id)}.`,
                onDragOver: ({ active, over }) =>
                  over ? `${nameOf(active.id)} is at place ${placeOf(over.id)}.` : undefined,
                onDragEnd: ({ active, over }) =>
                  over ? `${nameOf(active.id)} now stands at place ${placeOf(over.id)}.` : undefined,
                onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
              },
              screenReaderInstructions: {
                draggable: "Press Space to pick the file up, the arrow keys to move it, Space to put it down.",
              },
            }}
          >
            <SortableContext items={files.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
              <ol className="files" aria-label="Files in their order">
                {files.map((chosen, index) => (
                  <FileRow
                    key={chosen.key}
                    chosen={chosen}
                    place={index + 1}
                    problem={problems.get(chosen.key)}
                    duplicate={duplicates.has(chosen.key)}
                    onRemove={() => onChange(files.filter((file) => file !== chosen))}
                    onReplace={(file) =>
                      onChange(files.map((other) => (other === chosen ? { ...other, file } : other)))
                    }
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
        </>
      )}
      <div
        className={`drop${files.length === 0 ? " drop--big" : ""}${dropping ? " is-over" : ""}`}
        data-invalid={error ? true : undefined}
      >
        {files.length === 0 && <Tray className="well__art" />}
        <p>
          Drop, paste or{" "}
          <button className="link" type="button" data-first onClick={() => picker.current?.click()}>
            choose files
          </button>
          <span className="only-phone">
            {" "}
            or{" "}
            <button className="link" type="button" onClick={() => camera.current?.click()}>
              take a photo
            </button>
          </span>
        </p>
        <p className="mute sm">
          {uploadLimits.filesPerJob} files{maxFileBytes ? `, ${megabytes(maxFileBytes)} MB each` : ""}. PDF, DOCX, XLSX,
          PPTX, CSV, TXT, JPG, PNG, TIFF and more
        </p>
        {error && <FieldError>{error}</FieldError>}
      </div>
      <input
        ref={picker}
        className="hidden"
        type="file"
        multiple
        accept={acceptAttribute}
        aria-label="Choose files"
        tabIndex={-1}
        onChange={picked}
      />
      <input
        ref={camera}
        className="hidden"
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        tabIndex={-1}
        onChange={picked}
      />
    </>
  );
}
