import koffi from "koffi";
import { type Callable, method } from "./office-kit-table.ts";

/** Slots of LibreOfficeKitDocumentClass, and document types (LibreOfficeKitEnums.h). */
const slot = { getDocumentType: 3, getParts: 4, postUnoCommand: 17, getCommandValues: 23, getPartInfo: 42 } as const;
const kind = { text: 0, workbook: 1, presentation: 2 } as const;

const count = koffi.proto("int Count(void*)");
const askFor = koffi.proto("void* AskFor(void*, const char* command)");
const describePart = koffi.proto("void* DescribePart(void*, int part)");
const command = koffi.proto("void Command(void*, const char* name, const char* given, bool notify)");

const kindOf = (document: unknown) => method(document, slot.getDocumentType, count)();
export const isWorkbook = (document: unknown) => kindOf(document) === kind.workbook;

/**
 * LibreOffice executes a command asynchronously, within milliseconds; in a document that does not allow the command,
 * never.
 */
const acceptTimeoutMs = 4_000;
const pauseMs = 2;
const triesPerCommand = 20;

/**
 * Accepts all tracked changes of a document: inserted text stays, deleted text is removed.
 * @param free frees a string that LibreOffice allocated
 * @returns whether all changes were accepted
 */
export function acceptTrackedChanges(document: unknown, free: Callable): boolean {
  if (kindOf(document) !== kind.text) return true;
  const ask = method(document, slot.getCommandValues, askFor);
  const listed = () => readAndFree(ask(".uno:AcceptTrackedChanges"), free);
  const hasChanges = () => /"redlines"\s*:\s*\[\s*\{/.test(withListOfChanges(listed));
  const accept = method(document, slot.postUnoCommand, command);
  const end = performance.now() + acceptTimeoutMs;
  // A command that arrives before LibreOffice has activated the document's window is lost.
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
 * Runs a function without DISABLE_REDLINE. The variable stops LibreOffice's notifications of each change
 * (`officeKitEnvironment`) but also empties the list of changes. LibreOffice reads the variable once for each of the
 * two purposes, when it first needs it: for the list in here, without the variable, and for notifications while a
 * document is loaded or changed, with it.
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

/** Never changes, so `Atomics.wait` on it pauses this process, which has nothing else to do. */
const clock = new Int32Array(new SharedArrayBuffer(4));

/** Returns a string that LibreOffice allocated, and frees it. */
export function readAndFree(pointer: unknown, free: Callable): string {
  if (!pointer) return "";
  const text: unknown = koffi.decode(pointer, "char", -1);
  free(pointer);
  return String(text);
}

/**
 * Returns the numbers of hidden slides, counted from 1, and whether all slides are hidden.
 * @param free frees a string that LibreOffice allocated
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
