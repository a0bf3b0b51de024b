import { parseColour, splitValue } from "./css-values.ts";
import { entryOf } from "./entry-of.ts";

export type Declaration = readonly [name: string, value: string];

export const sides = ["top", "right", "bottom", "left"] as const;
export type Side = (typeof sides)[number];

const borderStyles = /^(?:none|hidden|solid|dotted|dashed|double|groove|ridge|inset|outset)$/;

/** Replaces a shorthand by the properties that Sheaf reads; other declarations stay as they are. */
export function longhands(property: string, value: string): Declaration[] {
  const name = entryOf(aliases, property) ?? property;
  const expand = entryOf(shorthands, name);
  if (!expand) return [[name, value]];
  if (/^(?:inherit|initial|unset|revert)$/i.test(value)) return expand.names.map((one) => [one, value]);
  return expand.parse(value);
}

const aliases: Record<string, string> = {
  "word-wrap": "overflow-wrap",
  "page-break-before": "break-before",
  "page-break-after": "break-after",
  "page-break-inside": "break-inside",
  "margin-inline-start": "margin-left",
  "margin-inline-end": "margin-right",
  "margin-block-start": "margin-top",
  "margin-block-end": "margin-bottom",
  "padding-inline-start": "padding-left",
  "padding-inline-end": "padding-right",
  "padding-block-start": "padding-top",
  "padding-block-end": "padding-bottom",
  "inline-size": "width",
  "max-inline-size": "max-width",
  "text-decoration": "text-decoration-line",
  "grid-column-gap": "column-gap",
  "-webkit-box-flex": "flex-grow",
};

interface Shorthand {
  names: string[];
  parse(value: string): Declaration[];
}

const box = (prefix: string, suffix = ""): Shorthand => {
  const names = sides.map((side) => (prefix === "" ? side : `${prefix}-${side}${suffix}`));
  return {
    names,
    parse(value) {
      const given = splitValue(value, " ").slice(0, 4);
      const [top = "0", right = top, bottom = top, left = right] = given;
      return [top, right, bottom, left].map((one, index) => [names[index] ?? "", one]);
    },
  };
};

const pair = (prefix: string): Shorthand => {
  const [start, end] = prefix.endsWith("-inline") ? ["left", "right"] : ["top", "bottom"];
  const stem = prefix.replace(/-(?:inline|block)$/, "");
  const names = [`${stem}-${start}`, `${stem}-${end}`];
  return {
    names,
    parse(value) {
      const [first = "0", second = first] = splitValue(value, " ");
      return [first, second].map((one, index) => [names[index] ?? "", one]);
    },
  };
};

const borderPart = ["width", "style", "color"] as const;

const border = (of: readonly Side[]): Shorthand => ({
  names: of.flatMap((side) => borderPart.map((part) => `border-${side}-${part}`)),
  parse(value) {
    const found = { width: "medium", style: "none", color: "currentcolor" };
    for (const one of splitValue(value, " ")) {
      if (borderStyles.test(one.toLowerCase())) found.style = one.toLowerCase();
      else if (/^(?:[\d.+-]|thin$|medium$|thick$|calc)/i.test(one)) found.width = one;
      else found.color = one;
    }
    return of.flatMap((side) => borderPart.map((part): Declaration => [`border-${side}-${part}`, found[part]]));
  },
});

/** A gradient or another picture cannot be drawn; the first colour of a gradient stands for it. */
function background(value: string): Declaration[] {
  const found: Declaration[] = [];
  for (const layer of splitValue(value, ",")) {
    for (const one of splitValue(layer, " ")) {
      if (/^(?:[\w-]*gradient|url|image-set|image)\(/i.test(one)) found.push(...backgroundImage(one));
      else if (parseColour(one)) found.push(["background-color", one]);
      else if (/^var\(/.test(one)) found.push(["background-color", one]);
    }
  }
  if (/^(?:none|transparent)$/i.test(value.trim())) return [["background-color", "transparent"]];
  return found.some(([name]) => name === "background-color") ? found : [["background-color", "transparent"], ...found];
}

function backgroundImage(value: string): Declaration[] {
  const image: Declaration = ["background-image", value];
  const gradient = /^[\w-]*gradient\((.*)\)$/is.exec(value);
  if (!gradient) return [image];
  for (const stop of splitValue(gradient[1] ?? "", ",")) {
    const colour = splitValue(stop, " ").find((one) => parseColour(one));
    if (colour !== undefined) return [image, ["gradient-color", colour]];
  }
  return [image];
}

function font(value: string): Declaration[] {
  const joined = value
    .split("/")
    .map((one) => one.trim())
    .join("/");
  const parts = splitValue(joined, " ");
  const at = parts.findIndex((one) =>
    /^(?:[\d.]+[a-z%]+|[\w-]*(?:small|large|medium|smaller|larger))(?:\/|$)/i.test(one),
  );
  if (at < 0) return [];
  const [size = "medium", lineHeight] = (parts[at] ?? "").split("/");
  const before = parts.slice(0, at).map((one) => one.toLowerCase());
  return [
    ["font-style", before.find((one) => /^(?:italic|oblique)$/.test(one)) ?? "normal"],
    ["font-weight", before.find((one) => /^(?:bold|bolder|lighter|\d{3})$/.test(one)) ?? "normal"],
    ["font-size", size],
    ["line-height", lineHeight ?? "normal"],
    ["font-family", parts.slice(at + 1).join(" ")],
  ];
}

function flex(value: string): Declaration[] {
  const parts = splitValue(value, " ");
  if (value === "none") return [["flex-grow", "0"]];
  if (value === "auto") return [["flex-grow", "1"]];
  const numbers = parts.filter((one) => /^[\d.]+$/.test(one));
  const basis = parts.find((one) => !/^[\d.]+$/.test(one));
  return [
    ["flex-grow", numbers[0] ?? "1"],
    ["flex-basis", basis ?? (numbers.length > 0 ? "0px" : "auto")],
  ];
}

const one = (names: string[], parse: (value: string) => Declaration[]): Shorthand => ({ names, parse });

const shorthands: Record<string, Shorthand> = {
  margin: box("margin"),
  padding: box("padding"),
  inset: box(""),
  "margin-inline": pair("margin-inline"),
  "margin-block": pair("margin-block"),
  "padding-inline": pair("padding-inline"),
  "padding-block": pair("padding-block"),
  "border-width": box("border", "-width"),
  "border-style": box("border", "-style"),
  "border-color": box("border", "-color"),
  border: border(sides),
  "border-top": border(["top"]),
  "border-right": border(["right"]),
  "border-bottom": border(["bottom"]),
  "border-left": border(["left"]),
  "border-block-start": border(["top"]),
  "border-block-end": border(["bottom"]),
  "border-inline-start": border(["left"]),
  "border-inline-end": border(["right"]),
  background: one(["background-color", "background-image"], background),
  "background-image": one(["background-image"], backgroundImage),
  font: one(["font-style", "font-weight", "font-size", "line-height", "font-family"], font),
  "list-style": one(["list-style-type"], (value) => {
    const types = splitValue(value, " ").filter((part) => !/^(?:inside|outside|url\()/i.test(part));
    return [["list-style-type", types[0] ?? (/url\(/i.test(value) ? "disc" : "none")]];
  }),
  flex: one(["flex-grow", "flex-basis"], flex),
  "flex-flow": one(["flex-direction", "flex-wrap"], (value) => [
    ["flex-direction", /column(-reverse)?/i.exec(value)?.[0] ?? "row"],
    ["flex-wrap", /\bwrap/i.test(value) && !/nowrap/i.test(value) ? "wrap" : "nowrap"],
  ]),
  gap: one(["row-gap", "column-gap"], (value) => {
    const [row = "0", column = row] = splitValue(value, " ");
    return [
      ["row-gap", row],
      ["column-gap", column],
    ];
  }),
  "grid-gap": one(["row-gap", "column-gap"], (value) => longhands("gap", value).slice()),
  columns: one(["column-count"], (value) => [["column-count", /\b\d+\b(?![a-z%.])/i.exec(value)?.[0] ?? "auto"]]),
};
