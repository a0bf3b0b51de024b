import koffi from "koffi";
import { type Callable, method } from "./office-kit-table.ts";

/** Slots of LibreOfficeKitDocumentClass, and kinds of documents (LibreOfficeKitEnums.h). */
const slot = { getDocumentType: 3, getParts: 4, postUnoCommand: 17, getCommandValues: 23, getPartInfo: 42 } as const;
const kind = { text: 0, workbook: 1, presentation: 2 } as const;

const count = koffi.proto("int Count(void*)");
const askFor = koffi.proto("void* AskFor(void*, const char* command)");
const describePart = koffi.proto("void* DescribePart(void*, int part)");
const command = koffi.proto("void Command(void*, const char* name, const char* given, bool notify)");

const kindOf = (document: unknown) => method(document, slot.getDocumentType, count)();
export const isWorkbook = (document: unknown) => kindOf(document) === kind.workbook;

/** LibreOffice carries a command out when it comes to it, within milliseconds; in a document that forbids it, never. */
const patienceMs = 4_000;
const pauseMs = 2;
const triesPerCommand = 20;

/**
 * Makes the final text of a document with tracked changes: what was inserted stays, what was deleted goes.
 * @param free gives a string back that LibreOffice allocated
 * @returns whether it could be made
 */
export function acceptTrackedChanges(document: unknown, free: Callable): boolean {
  if (kindOf(document) !== kind.text) return true;
  const ask = method(document, slot.getCommandValues, askFor);
  const listed = () => readAndFree(ask(".uno:AcceptTrackedChanges"), free);
  const hasChanges = () => /"redlines"\s*:\s*\[\s*\{/.test(withListOfChanges(listed));
  const accept = method(document, slot.postUnoCommand, command);
  const end = performance.now() + patienceMs;
  // A command that comes before LibreOffice has made the document's window the active one is lost.
  for (let tries = 0; hasChanges(); tries++) {
    if (performance.now() >= end) return false;
    if (tries % triesPerCommand === 0) accept(".uno:AcceptAllTrackedChanges", "", false);
    Atomics.wait(clock, 0, 0, pauseMs);
  }
  return true;
}

const silence = "DISABLE_REDLINE";
let isListing = false;

/**
 * The variable that stops LibreOffice from telling of each change (`officeKitEnvironment`) also empties the list of
 * changes. Each of the two looks for it once, when it is first needed: for the list without it, here, and for telling
 * while a document is loaded or changed.
 */
function withListOfChanges<Result>(work: () => Result): Result {
  const silent = process.env[silence];
  if (isListing || silent === undefined) return work();
  isListing = true;
  delete process.env[silence];
  try {
    return work();
  } finally {
    process.env[silence] = silent;
  }
}

/** Nothing ever changes it: to wait for it is to pause, and there is nothing else for this process to do. */
const clock = new Int32Array(new SharedArrayBuffer(4));

/** A string that LibreOffice allocated, freed again. */
export function readAndFree(pointer: unknown, free: Callable): string {
  if (!pointer) return "";
  const text: unknown = koffi.decode(pointer, "char", -1);
  free(pointer);
  return String(text);
}

/**
 * Numbers of the slides that are not shown, counted from 1.
 * @param free gives a string back that LibreOffice allocated
 */
export function hiddenSlides(document: unknown, free: Callable): { hidden: number[]; all: boolean } {
  if (kindOf(document) !== kind.presentation) return { hidden: [], all: false };
  const slides = Number(method(document, slot.getParts, count)());
  const describe = method(document, slot.getPartInfo, describePart);
  const hidden = Array.from({ length: slides }, (_, index) => index + 1).filter((number) => {
    const text = readAndFree(describe(number - 1), free);
    return text !== "" && (JSON.parse(text) as { visible?: string }).visible === "0";
  });
  return { hidden, all: slides > 0 && hidden.length === slides };
}
