import type { XmlEdit } from "../xml/xml-edits.ts";
import { type XmlElement, xmlEvents } from "../xml/xml-events.ts";

/** Parts of a document that hold text, and with it fields. */
export const wordStories = /^word\/(?:document|header|footer|footnotes|endnotes)\w*\.xml$/i;

/** Where a piece of markup or text begins, and where what follows it begins. */
type Place = Omit<XmlEdit, "text">;

/** A field of a document (ECMA-376-1, 17.16). */
export interface WordField {
  /** What it computes. */
  code: string;
  /** Its code holds other fields, so what it says is not known. */
  isComputed: boolean;
  /**
   * The markup that makes it a field, with everything in its code. Without it the stored result is text like any other.
   */
  pieces: Place[];
}

/** A field's code, as it stands in one attribute or in as many texts as Word likes. */
export interface FieldCode {
  code: string;
  /** Where its texts stand; none for a simple field. */
  texts: Place[];
  /** The simple field. */
  simple?: XmlElement;
}

/** What is read of a part that holds text. */
export interface WordStory {
  xml: string;
  /** Those whose results are shown; none where fields do not nest as Word's do. */
  fields: WordField[];
  /** Of all fields, also of those in another one's code. */
  codes: FieldCode[];
  /** Names of bookmarks that begin and end. */
  bookmarks: string[];
  /** Identifiers of styles that something is set in. */
  styles: string[];
}

interface OpenField extends WordField {
  isSimple: boolean;
  /** Its result has not begun. */
  isInCode: boolean;
  /** The field in whose code it stands, which is not shown. */
  hiddenIn: OpenField | undefined;
}

/** Parts without these hold no field, and need not be parsed: most do not. */
const fieldWords = /fldChar|fldSimple/;

/** @param xml one character for each byte; nothing is read of one that is not well-formed */
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

/** Without fields nothing else of a part is asked for. */
export const hasFields = (xml: string): boolean => fieldWords.test(xml);

/** Puts codes together: one goes on until the next mark of a field. */
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

/** Puts fields together, which stand in each other's codes and results. */
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
  /** @returns the innermost field, which must be of the given kind */
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
