import type { Box } from "@sheaf/contracts/reading.ts";
import type { GreyPicture } from "../ocr/grey-picture.ts";
import type { RecognisedLine, RecognisedWord } from "../ocr/hocr.ts";
import type { Character } from "./characters.ts";
import { type CutWord, cutWords } from "./cut-words.ts";
import { pointIn, type TurnedBox } from "./turned-box.ts";
import { withLikelyShapes } from "./word-shapes.ts";

/** What was read in a box of a picture. */
export interface ReadBox {
  box: TurnedBox;
  /** The picture of the box, upright. */
  line: GreyPicture;
  characters: Character[];
}

/** Shares of a box's height, as the network that finds lines draws them: the upper and lower end of capitals. */
const capitals = { top: 0.2, bottom: 0.8 };
/** Height of capitals and of small letters, in font sizes, of usual typefaces. */
const capitalsOfSize = 0.72;
const xHeightOfSize = 0.52;

/** Makes one line of boxes beside each other. @param boxes from the left to the right */
export function recognisedLine(boxes: readonly ReadBox[]): RecognisedLine {
  const longest = boxes.reduce((most, one) => (one.box.length > most.box.length ? one : most)).box;
  const size = (longest.height * (capitals.bottom - capitals.top)) / capitalsOfSize;
  const [first, last] = [boxes[0]?.box ?? longest, boxes.at(-1)?.box ?? longest];
  const [fromX, fromY] = pointIn(first, 0, first.height * capitals.bottom);
  const [toX, toY] = pointIn(last, last.length, last.height * capitals.bottom);
  return {
    baseline: [fromX, fromY, toX, toY],
    size,
    xHeight: size * xHeightOfSize,
    words: boxes.flatMap((read) => cutWords(read.characters, read.line).map((word) => recognisedWord(word, read))),
  };
}

function recognisedWord({ characters, left, right }: CutWord, { box, line }: ReadBox): RecognisedWord {
  const scale = box.length / line.width;
  return {
    text: withLikelyShapes(characters)
      .map(({ text }) => text)
      .join(""),
    box: uprightBox(box, left * scale, right * scale),
    confidence: confidenceOf(characters),
  };
}

/** Returns the smallest upright box around a part of a line of text. */
function uprightBox(box: TurnedBox, left: number, right: number): Box {
  const margin = (box.height * (1 - capitals.bottom)) / 2;
  const corners = [left, right].flatMap((along) => [
    pointIn(box, along, margin),
    pointIn(box, along, box.height - margin),
  ]);
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function confidenceOf(characters: Character[]): number {
  return 100 * characters.reduce((product, { confidence }) => product * confidence, 1);
}
