import { type PDFContext, PDFDict, PDFName, type PDFObject, PDFRawStream, PDFRef } from "@cantoo/pdf-lib";
import { addMissingResources } from "./appearance-resources.ts";
import type { Copier } from "./copy.ts";
import type { DrawnAnnotations } from "./drawn-annotations.ts";
import { removeExponents } from "./exponents.ts";
import { drawMissingValue } from "./field-value.ts";
import type { ValueFonts } from "./fonts/value-fonts.ts";
import { identity, type Matrix, multiply, normalRect, printNumbers, type Rect, transformRect } from "./geometry.ts";
import { dictEntry, entry, inherited, name, nameEntry, numberEntry, numbersEntry, resolve } from "./objects.ts";

const hiddenFlag = 2;
const noViewFlag = 32;
/** NoZoom, the other flag of notes, has no meaning on paper. */
const noRotateFlag = 16;

/** Whether the annotation is visible. Pop-up windows draw nothing. */
export function isShown(annotation: PDFDict): boolean {
  const flags = numberEntry(annotation, "F") ?? 0;
  return (flags & (hiddenFlag | noViewFlag)) === 0 && nameEntry(annotation, "Subtype") !== "Popup";
}

interface DrawContext {
  drawn: DrawnAnnotations;
  copier: Copier;
  fonts: ValueFonts | undefined;
  /** Whether PDFium generated the appearance. It is then in page coordinates, except for form fields. */
  inPageSpace: boolean;
  /** /Rotate of the page. Some annotations stay upright on a rotated page. */
  pageTurn: number;
  /** Dictionaries that supply resources which the appearance names but does not contain. */
  resourceSources: PDFDict[];
}

/** Draws an annotation or form field as part of the page (ISO 32000-1, 12.5.5), in the layer that it belongs to. */
export function drawAnnotation(annotation: PDFDict, how: DrawContext): void {
  const { drawn, copier } = how;
  const before = drawn.operators.length;
  drawInPlace(annotation, how);
  const layer = annotation.get(name("OC"));
  const operators = layer ? drawn.operators.splice(before) : [];
  if (!layer || operators.length === 0) return;
  const key = `L${drawn.layers.size}`;
  drawn.layers.set(key, copier.copy(layer));
  drawn.operators.push(`/OC /${key} BDC`, ...operators, "EMC");
}

function drawInPlace(annotation: PDFDict, how: DrawContext): void {
  const { drawn, copier, fonts, inPageSpace, pageTurn, resourceSources } = how;
  const rect = normalRect(numbersEntry(annotation, "Rect"));
  const found = inPageSpace ? generatedAppearance(annotation) : normalAppearance(annotation);
  const isField = nameEntry(annotation, "Subtype") === "Widget";
  const setsText = isField || (inPageSpace && nameEntry(annotation, "Subtype") === "FreeText");
  if (!rect) return;
  const box = found && boxOf(found.stream, rect);
  const own = numbersEntry(found?.stream.dict, "Matrix") ?? [];
  const drawnBox = box && transformRect(own.length === 6 ? (own as unknown as Matrix) : identity, box);
  const placed = drawnBox && (inPageSpace && !isField ? identity : ontoRect(drawnBox, rect));
  if (!placed) {
    if (setsText && fonts) drawMissingValue(annotation, undefined, rect, identity, drawn, fonts);
    return;
  }

  // The icon of a note never turns with the page (ISO 32000-1, 12.5.6.4).
  const isNote = nameEntry(annotation, "Subtype") === "Text";
  const staysUpright = isNote || ((numberEntry(annotation, "F") ?? 0) & noRotateFlag) !== 0;
  const matrix = staysUpright ? multiply(placed, undoRotation(rect, pageTurn)) : placed;

  const key = `A${drawn.xObjects.size}`;
  drawn.xObjects.set(key, appearanceForm(found, box, resourceSources, copier));
  const darkens = nameEntry(annotation, "Subtype") === "Highlight" && !blends(found.stream);
  drawn.needsMultiply ||= darkens;

  drawn.operators.push(`q ${darkens ? "/Multiply gs " : ""}${printNumbers(matrix)} cm /${key} Do Q`);
  if (setsText && fonts) drawMissingValue(annotation, found.stream, isField ? drawnBox : rect, matrix, drawn, fonts);
}

/**
 * Returns the appearance's BBox, a required entry. When it is missing, the appearance is taken to be as large as the
 * annotation.
 */
function boxOf({ dict }: PDFRawStream, [left, bottom, right, top]: Rect): Rect {
  return normalRect(numbersEntry(dict, "BBox")) ?? [0, 0, right - left, top - bottom];
}

/**
 * Returns the matrix that stretches the appearance's box onto the annotation's rectangle (ISO 32000-1, algorithm 8.1);
 * undefined when the box has no area.
 */
function ontoRect(box: Rect, rect: Rect): Matrix | undefined {
  const width = box[2] - box[0];
  const height = box[3] - box[1];
  if (!(width > 0 && height > 0)) return undefined;
  const x = (rect[2] - rect[0]) / width;
  const y = (rect[3] - rect[1]) / height;
  return [x, 0, 0, y, rect[0] - box[0] * x, rect[1] - box[1] * y];
}

/**
 * Returns the rotation around the rectangle's upper left corner that undoes the page's rotation (ISO 32000-1, 12.5.3).
 */
function undoRotation([left, , , top]: Rect, pageTurn: number): Matrix {
  const quarters = ((Math.round(pageTurn / 90) % 4) + 4) % 4;
  const turns: Matrix[] = [identity, [0, 1, -1, 0, 0, 0], [-1, 0, 0, -1, 0, 0], [0, -1, 1, 0, 0, 0]];
  const toCorner: Matrix = [1, 0, 0, 1, -left, -top];
  return multiply(multiply(toCorner, turns[quarters] ?? identity), [1, 0, 0, 1, left, top]);
}

interface Appearance {
  /** Undefined when the stream is written directly in the dictionary, which the standard forbids. */
  reference: PDFRef | undefined;
  stream: PDFRawStream;
}

/** Returns the appearance stream of the annotation's current state: check boxes have one per state. */
export function normalAppearance(annotation: PDFDict): Appearance | undefined {
  const appearances = dictEntry(annotation, "AP");
  const normal = appearances?.get(name("N"));
  const found = resolve(annotation.context, normal);
  if (found instanceof PDFDict) return asAppearance(found.context, found.get(stateOf(annotation)));
  return asAppearance(annotation.context, normal);
}

/**
 * Returns the appearance that PDFium generated. PDFium names the on state of a button Yes, whatever its name in the
 * file, and leaves a button off when only its value (/V), not its state (/AS), is on.
 */
function generatedAppearance(annotation: PDFDict): Appearance | undefined {
  const off = name("Off");
  const states = dictEntry(dictEntry(annotation, "AP"), "N");
  const value = entry(annotation, "V");
  const isOn = states?.has(name("Yes")) && (stateOf(annotation) !== off || (value instanceof PDFName && value !== off));
  const found = isOn ? asAppearance(annotation.context, states?.get(name("Yes"))) : normalAppearance(annotation);
  return found && { reference: undefined, stream: removeExponents(found.stream) };
}

function asAppearance(context: PDFContext, object: PDFObject | undefined): Appearance | undefined {
  const stream = resolve(context, object);
  if (!(stream instanceof PDFRawStream)) return undefined;
  return { stream, reference: object instanceof PDFRef ? object : undefined };
}

function stateOf(annotation: PDFDict): PDFName {
  const state = entry(annotation, "AS") ?? inherited(annotation, "V");
  return state instanceof PDFName ? state : name("Off");
}

function appearanceForm(appearance: Appearance, box: Rect, resourceSources: PDFDict[], copier: Copier): PDFObject {
  const { reference, stream } = appearance;
  const { target } = copier;
  const copied = copier.copy(reference ?? stream);
  const form = target.lookup(copied);
  if (form instanceof PDFRawStream) {
    form.dict.set(name("Type"), name("XObject"));
    form.dict.set(name("Subtype"), name("Form"));
    if (!normalRect(numbersEntry(form.dict, "BBox"))) form.dict.set(name("BBox"), target.obj([...box]));
    addMissingResources(form.dict, stream, resourceSources, copier);
  }
  return copied instanceof PDFRef ? copied : target.register(copied);
}

function blends(stream: PDFRawStream): boolean {
  const states = dictEntry(dictEntry(stream.dict, "Resources"), "ExtGState");
  return (states?.values() ?? []).some((value) => {
    const state = resolve(stream.dict.context, value);
    return state instanceof PDFDict && (state.has(name("BM")) || state.has(name("ca")));
  });
}
