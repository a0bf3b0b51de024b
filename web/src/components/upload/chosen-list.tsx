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
import type { Duplicate } from "@sheaf/contracts/deliveries.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { Plus } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useOwnPractice } from "../../api/installation.ts";
import { Callout } from "../../ui/callout.tsx";
import { FieldError } from "../../ui/field.tsx";
import { WithNames } from "../../ui/file-name.tsx";
import { FilePicker } from "../../ui/file-picker.tsx";
import { megabytes } from "../../ui/sizes.ts";
import { Tray } from "../../ui/states.tsx";
import { count } from "../../ui/words.ts";
import { type ChosenFile, duplicatesOf, move, overTotal, sortByName, totalBytes } from "../draft/chosen-files.ts";
import { type FileProblem, mayBecomeMore } from "../draft/file-problems.ts";
import { unpackingInWords } from "../draft/unpacking-words.ts";
import { useTotalLimit } from "../draft/upload-limits.ts";
import { FileRow } from "./file-row.tsx";
import { ListNotices } from "./list-notices.tsx";
import { sizeText, sizeTitle } from "./upload-blocker.ts";

interface ChosenListProps {
  files: ChosenFile[];
  problems: Map<string, FileProblem>;
  /** Files that were sent to this inbox before, and about which the user has not decided yet. */
  sentBefore: ReadonlyMap<string, Duplicate>;
  maxFileBytes: number | undefined;
  dropping: boolean;
  dragging: RefObject<boolean>;
  error: string | undefined;
  onChange: (files: ChosenFile[]) => void;
  /** Called with the files in an order chosen by the user. */
  onOrder: (files: ChosenFile[]) => void;
  onAdd: (files: Iterable<File>) => void;
  /** The user sends these files although they were sent before. */
  onSendAnyway: (...keys: string[]) => void;
  /** Leaves the files over the limit of one upload for the next. */
  onLeaveRest: () => void;
}

/** The file that is being moved by keyboard, and the one at whose position it would be dropped. */
interface Moving {
  key: string | number;
  over: string | number;
}

/** Recently removed files, with their positions. */
type Removed = { chosen: ChosenFile; index: number }[];

/** The chosen files in the order in which they are sent and appear in the PDF. */
export function ChosenList(props: ChosenListProps) {
  const { files, problems, sentBefore, maxFileBytes, dropping, dragging, error } = props;
  const totalLimit = useTotalLimit();
  const ownPractice = useOwnPractice();
  const { onChange, onOrder, onAdd, onSendAnyway, onLeaveRest } = props;
  const picker = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const chooser = useRef<HTMLButtonElement>(null);
  const [removed, setRemoved] = useState<Removed>();
  const [moving, setMoving] = useState<Moving>();
  const duplicates = duplicatesOf(files);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const nameOf = (key: string | number) => files.find((file) => file.key === key)?.file.name ?? "the file";
  const positionOf = (key: string | number) => files.findIndex((file) => file.key === key) + 1;

  function remove(chosen: ChosenFile, index: number) {
    onChange(files.filter((file) => file !== chosen));
    setRemoved([{ chosen, index }]);
    // The pressed button is gone: the focus moves to the next file's button, or to the one that chooses files.
    requestAnimationFrame(() => {
      const others = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
      (others[Math.min(index, others.length - 1)] ?? chooser.current)?.focus();
    });
  }

  function leaveOutSent() {
    onChange(files.filter(({ key }) => !sentBefore.has(key)));
    setRemoved(files.flatMap((chosen, index) => (sentBefore.has(chosen.key) ? { chosen, index } : [])));
  }

  function putBack(gone: Removed) {
    onChange(gone.reduce((list, { chosen, index }) => list.toSpliced(index, 0, chosen), files));
    setRemoved(undefined);
  }

  function dropped({ active, over }: DragEndEvent) {
    dragging.current = false;
    setMoving(undefined);
    if (over && active.id !== over.id) onOrder(move(files, String(active.id), String(over.id)));
  }

  return (
    <>
      {files.length > 0 && (
        <>
          <div className="row between up__bar">
            <span className="label num">
              {count(files.length, "file")}
              {mayBecomeMore(files) && ", more when unpacked"}{" "}
              <span className={overTotal(files, totalLimit) ? "over" : "mute"}>
                {megabytes(totalBytes(files))} of {megabytes(totalLimit)} MB
              </span>
            </span>
            <div className="row">
              {files.length > 1 && (
                <button className="btn btn--sm btn--quiet" type="button" onClick={() => onOrder(sortByName(files))}>
                  Sort by name
                </button>
              )}
              <button className="btn btn--sm" type="button" onClick={() => picker.current?.click()}>
                <Plus className="i i--14" aria-hidden />
                Add files
              </button>
            </div>
          </div>
          {overTotal(files, totalLimit) && (
            <Callout kind="bad" role="alert">
              <b>{sizeTitle}</b> {sizeText(files, totalLimit)}
            </Callout>
          )}
          {mayBecomeMore(files) && <p className="mute sm">{unpackingInWords(ownPractice)}</p>}
          <ListNotices
            files={files}
            sentBefore={sentBefore}
            onLeaveRest={onLeaveRest}
            onLeaveOutSent={leaveOutSent}
            onSendAnyway={() => onSendAnyway(...sentBefore.keys())}
          />
          <DndContext
            sensors={sensors}
            collisionDetection={closestCenter}
            modifiers={[({ transform }) => ({ ...transform, x: 0 })]}
            onDragStart={({ active, activatorEvent }) => {
              dragging.current = true;
              if (activatorEvent instanceof KeyboardEvent) setMoving({ key: active.id, over: active.id });
            }}
            onDragOver={({ active, over }) => {
              if (over) setMoving((now) => now && { key: active.id, over: over.id });
            }}
            onDragEnd={dropped}
            onDragCancel={() => {
              dragging.current = false;
              setMoving(undefined);
            }}
            accessibility={{
              announcements: {
                onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, position ${positionOf(active.id)}.`,
                onDragOver: ({ active, over }) =>
                  over ? `${nameOf(active.id)} is at position ${positionOf(over.id)}.` : undefined,
                onDragEnd: ({ active, over }) =>
                  over ? `${nameOf(active.id)} was moved to position ${positionOf(over.id)}.` : undefined,
                onDragCancel: ({ active }) => `${nameOf(active.id)} was returned to its position.`,
              },
              screenReaderInstructions: {
                draggable: "Press Space to pick the file up, the arrow keys to move it, Space to put it down.",
              },
            }}
          >
            <SortableContext items={files.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
              <ol className="files" aria-label="Files in their order" ref={list}>
                {files.map((chosen, index) => (
                  <FileRow
                    key={chosen.key}
                    chosen={chosen}
                    place={index + 1}
                    problem={problems.get(chosen.key)}
                    duplicate={duplicates.has(chosen.key)}
                    sentBefore={sentBefore.get(chosen.key)}
                    onSendAnyway={() => onSendAnyway(chosen.key)}
                    onRemove={() => remove(chosen, index)}
                    onReplace={(file) =>
                      onChange(files.map((other) => (other === chosen ? { ...other, file } : other)))
                    }
                  />
                ))}
              </ol>
            </SortableContext>
          </DndContext>
          {/* Both stay in the DOM: removing one while the focus moves would lose the focus. */}
          <p className="reorder" aria-hidden hidden={moving !== undefined}>
            <span>
              <kbd>Space</kbd> picks the file up, then <kbd>↑</kbd> <kbd>↓</kbd> move it
            </span>
          </p>
          <p className="reorder is-moving" aria-hidden hidden={moving === undefined}>
            <b className="clip">
              {moving && `Moving ${nameOf(moving.key)}: position ${positionOf(moving.over)} of ${files.length}.`}
            </b>
            <span>
              <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>Space</kbd> puts it down, <kbd>Esc</kbd> cancels
            </span>
          </p>
        </>
      )}
      {removed && !removed.some(({ chosen }) => files.includes(chosen)) && (
        <p className="row between sm dim" role="status">
          <span className="clip">
            {removed.length === 1 ? (
              <WithNames
                text={`${removed[0]?.chosen.file.name} was removed.`}
                names={[removed[0]?.chosen.file.name ?? ""]}
              />
            ) : (
              `${removed.length} files were removed.`
            )}
          </span>
          <button className="btn btn--sm" type="button" onClick={() => putBack(removed)}>
            Undo
          </button>
        </p>
      )}
      <div
        className={`drop${files.length === 0 ? " drop--big" : ""}${dropping ? " is-over" : ""}`}
        data-invalid={error ? true : undefined}
      >
        {files.length === 0 && <Tray className="well__art" />}
        <p>
          <span className="hide-phone">Drop, paste or </span>
          <button ref={chooser} className="link" type="button" data-first onClick={() => picker.current?.click()}>
            choose files
          </button>
          <button className="link only-phone" type="button" onClick={() => camera.current?.click()}>
            take a photo
          </button>
        </p>
        <p className="mute sm">
          {uploadLimits.filesPerJob} files{maxFileBytes ? `, ${megabytes(maxFileBytes)} MB each` : ""}. PDF, DOCX, XLSX,
          PPTX, CSV, TXT, JPG, PNG, ZIP, emails and more
        </p>
        {error && <FieldError>{error}</FieldError>}
      </div>
      <FilePicker ref={picker} label="Choose files" multiple onPick={onAdd} />
      <FilePicker ref={camera} label="Take a photo" accept="image/*" capture="environment" onPick={onAdd} />
    </>
  );
}
