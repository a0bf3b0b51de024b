import type { XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";

/** Matches the parts of a document that contain text, and so may contain fields. */
export const wordStories = /^word\/(?:document|header|footer|footnotes|endnotes)\w*\.xml$/i;

/** The offsets of the start and the end of a piece of markup or text. */
type Place = Omit<XmlEdit, "text">;

/** A field of a document (ECMA-376-1, 17.16). */
export interface WordField {
  /** The field code. */
  code: string;
  /** Whether its code contains other fields, so that the complete code is not known. */
  isComputed: boolean;
  /** The markup of the field, with everything in its code. When it is removed, the stored result is ordinary text. */
  pieces: Place[];
}

/** A field's code, which is in one attribute or split over any number of texts. */
export interface FieldCode {
  code: string;
  /** Positions of its texts; none for a simple field. */
  texts: Place[];
  /** The simple field. */
  simple?: XmlElement;
}

/** The fields, bookmarks and styles of a part that contains text. */
export interface WordStory {
  xml: string;
  /** Fields whose results are shown; none when fields are not properly nested. */
  fields: WordField[];
  /** The codes of all fields, including fields in the code of another. */
  codes: FieldCode[];
  /** Names of bookmarks that have a start and an end. */
  bookmarks: string[];
  /** Identifiers of the styles in use. */
  styles: string[];
}

interface OpenField extends WordField {
  isSimple: boolean;
  /** Whether its result has not begun yet. */
  isInCode: boolean;
  /** The field whose code contains it; code is not shown. */
  hiddenIn: OpenField | undefined;
}

/** Parts without these words contain no field and need not be parsed; most contain none. */
const fieldWords = /fldChar|fldSimple/;

/**
 * Reads the fields, bookmarks and styles of a part.
 * @param xml one character for each byte; a part that is not well-formed gives an empty result
 */
export function readWordStory(xml: string): WordStory {
  const nothing: WordStory = { xml, fields: [], codes: [], bookmarks: [], styles: [] };
  const story = structuredClone(nothing);
  const fields = readFields(story.fields);
  const codes = readCodes(story.codes);
  const begun = new Map<string, string>();
  let text = "";
  for (const event of xmlEvents(xml)) {
    if (event.kind === "fault") return nothing;
    if (event.kind === "text") {
      text += event.text;
      continue;
    }
    const { name, attributes } = event.element;
    if (event.kind === "open") {
      text = "";
      fields.open(event.element);
      codes.open(event.element);
      if (name === "w:pStyle" || name === "w:rStyle") story.styles.push(attributes["w:val"] ?? "");
      if (name === "w:bookmarkStart") begun.set(attributes["w:id"] ?? "", attributes["w:name"] ?? "");
      if (name === "w:bookmarkEnd") story.bookmarks.push(begun.get(attributes["w:id"] ?? "") ?? "");
    } else {
      fields.close(event.element, event, text);
      if (name === "w:instrText") codes.text(text, { from: event.element.to, to: event.from });
    }
  }
  if (!fields.nest()) story.fields = [];
  return story;
}

/** Returns whether a part contains fields. Without fields its bookmarks and styles are not needed. */
export const hasFields = (xml: string): boolean => fieldWords.test(xml);

/** Collects field codes. A code continues until the next field character. */
function readCodes(codes: FieldCode[]) {
  let current: FieldCode | undefined;
  return {
    open(element: XmlElement): void {
      if (element.name === "w:fldSimple")
        codes.push({ code: element.attributes["w:instr"] ?? "", texts: [], simple: element });
      if (element.name !== "w:fldChar") return;
      current = undefined;
      if (element.attributes["w:fldCharType"] !== "begin") return;
      current = { code: "", texts: [] };
      codes.push(current);
    },
    text(text: string, place: Place): void {
      if (!current) return;
      current.code += text;
      current.texts.push(place);
    },
  };
}

/** Collects fields, which may be nested in the codes and results of others. */
function readFields(found: WordField[]) {
  const open: OpenField[] = [];
  let nests = true;
  const begin = (isSimple: boolean, code: string) => {
    const around = open.at(-1);
    const hiddenIn = around?.isInCode ? (around.hiddenIn ?? around) : around?.hiddenIn;
    if (hiddenIn) hiddenIn.isComputed = true;
    open.push({ code, pieces: [], isSimple, isInCode: !isSimple, isComputed: false, hiddenIn });
  };
  const addPiece = (field: OpenField | undefined, piece: Place) => (field?.hiddenIn ?? field)?.pieces.push(piece);
  /** @returns the innermost open field, if it is of the given type */
  const innermost = (isSimple: boolean) => {
    const field = open.at(-1);
    if (field?.isSimple === isSimple) return field;
    nests = false;
    return undefined;
  };
  const end = (field: OpenField | undefined) => {
    open.pop();
    if (field && !field.hiddenIn) found.push(field);
  };
  return {
    open(element: XmlElement): void {
      if (element.name !== "w:fldSimple") return;
      begin(true, element.attributes["w:instr"] ?? "");
      addPiece(open.at(-1), { from: element.from, to: element.to });
    },
    close(element: XmlElement, endTag: Place, text: string): void {
      const piece = { from: element.from, to: endTag.to };
      if (element.name === "w:t") {
        const around = open.at(-1);
        if (around?.isInCode || around?.hiddenIn) addPiece(around, piece);
      } else if (element.name === "w:fldSimple") {
        const field = innermost(true);
        addPiece(field, { from: endTag.from, to: endTag.to });
        end(field);
      } else if (element.name === "w:instrText") {
        const field = innermost(false);
        addPiece(field, piece);
        if (field?.isInCode) field.code += text;
      } else if (element.name === "w:fldChar") {
        const type = element.attributes["w:fldCharType"];
        if (type === "begin") begin(false, "");
        const field = innermost(false);
        addPiece(field, piece);
        if (field && type === "separate") field.isInCode = false;
        if (type === "end") end(field);
      }
    },
    nest: () => nests,
  };
}
