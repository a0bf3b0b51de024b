import { expect, test } from "vitest";
import { black, white } from "./css-values.ts";
import { anonymousStyle, computeStyle, rootTextStyle } from "./style.ts";

const styleOf = (...declared: [string, string][]) => computeStyle(new Map(declared), rootTextStyle);
const sides = <Value>(value: Value) => ({ top: value, right: value, bottom: value, left: value });

test("an element without a style is a part of its line, in black on white", () => {
  expect(styleOf()).toEqual({
    fontFamily: "Liberation Serif",
    fontSize: 16,
    isBold: false,
    isItalic: false,
    isUnderlined: false,
    isStruck: false,
    raised: undefined,
    colour: black,
    behind: white,
    isOverPicture: false,
    letterSpacing: 0,
    lineHeight: undefined,
    textAlign: "start",
    blockAlign: "left",
    textIndent: 0,
    transform: "none",
    whiteSpace: "normal",
    isVisible: true,
    isRightToLeft: false,
    listStyle: "disc",
    collapsesBorders: false,
    display: "inline",
    float: "none",
    clear: false,
    position: "static",
    selfAlign: "left",
    isHidden: false,
    background: undefined,
    margin: sides(0),
    padding: sides(0),
    border: sides(undefined),
    width: undefined,
    maxWidth: undefined,
    height: undefined,
    verticalAlign: "top",
    breakBefore: false,
    breakAfter: false,
    avoidsBreak: false,
    flex: {
      isColumn: false,
      isReversed: false,
      wraps: false,
      justify: "normal",
      align: "normal",
      grow: 0,
      basis: undefined,
      order: 0,
    },
    grid: { columns: "", column: "", areas: "", area: "", columnGap: 0, rowGap: 0 },
    isSimplified: false,
  });
});

test.each([
  ["xx-small", 9],
  ["x-small", 10],
  ["small", 13],
  ["medium", 16],
  ["large", 18],
  ["x-large", 24],
  ["xx-large", 32],
  ["xxx-large", 48],
])("the letters of the size %s are %i pixels high", (name, size) => {
  expect(styleOf(["font-size", name]).fontSize).toBe(size);
});

test("numbers that are none count as nothing", () => {
  expect(styleOf(["flex-grow", "x"], ["order", "y"]).flex).toMatchObject({ grow: 0, order: 0 });
});

test("a box that no element made has the text of the one around it and nothing else", () => {
  const around = styleOf(["color", "red"], ["background-color", "#808080"], ["width", "9px"], ["margin-top", "9px"]);
  expect(anonymousStyle(around)).toMatchObject({
    display: "block",
    colour: around.colour,
    behind: around.behind,
    background: undefined,
    width: undefined,
    margin: { top: 0 },
  });
});

test("values are compared in any case, but for names of areas and fonts", () => {
  const style = styleOf(
    [" display", "x"],
    ["display", " Block "],
    ["grid-area", " Main "],
    ["grid-template-areas", '"A b"'],
  );
  expect(style).toMatchObject({ display: "block", grid: { area: "Main", areas: '"A b"' } });
});
