import { MB } from "@sheaf/contracts/limits.ts";
import { expect, test } from "vitest";
import { type Part, readParts } from "./mime-parts.ts";

type Shape = [type: string, body: string] | [type: string, body: string, parts: Shape[]];

const shape = ({ type, body, parts }: Part): Shape =>
  parts.length === 0 ? [type.value, body.toString()] : [type.value, body.toString(), parts.map(shape)];

const read = (text: string): Part => readParts(Buffer.from(text));
const mixed = (boundary = "b") => `Content-Type: multipart/mixed; boundary=${boundary}\n`;

test.each([
  ["line feeds", "\n"],
  ["carriage returns and line feeds", "\r\n"],
])("the parts of an email with %s end before the line break of their delimiter", (_, end) => {
  const lines = [
    "preamble",
    "--b",
    "",
    "one",
    "two",
    "",
    "--b",
    "Content-Type: TEXT/html",
    "",
    "<p>",
    "--b--",
    "after",
  ];
  const text = [mixed().trimEnd(), "", ...lines].join(end);
  expect(shape(read(text))).toEqual([
    "multipart/mixed",
    ["preamble", "--b", "", "one", "two", "", "--b", "Content-Type: TEXT/html", "", "<p>"].join(end),
    [
      ["text/plain", ["one", "two", ""].join(end)],
      ["text/html", "<p>"],
    ],
  ]);
});

test("a multipart may begin with its first delimiter, and parts may be empty", () => {
  expect(read(`${mixed()}\n--b\n\n--b\n\n\n--b--\n`).parts.map(shape)).toEqual([
    ["text/plain", ""],
    ["text/plain", ""],
  ]);
});

test("the last part of an email without its last delimiter ends with the file", () => {
  expect(shape(read(`${mixed()}\n--b\n\none\n--b\n\ntwo\n`))).toEqual([
    "multipart/mixed",
    "--b\n\none\n--b\n\ntwo\n",
    [
      ["text/plain", "one"],
      ["text/plain", "two\n"],
    ],
  ]);
});

test.each(["-xb", "x-b", "- -b", "--bc", "--b-", "--b--c", "--b c", " --b"])(
  "the line %j is no delimiter of the boundary b",
  (line) => {
    expect(read(`${mixed()}\n${line}\n\none\n`).parts).toEqual([]);
    expect(read(`${mixed()}\n--b\n\none\n${line}\ntwo`).parts.map(shape)).toEqual([
      ["text/plain", `one\n${line}\ntwo`],
    ]);
  },
);

test("a delimiter may have white space behind it", () => {
  expect(read(`${mixed()}\n--b \t\r\n\none\n--b-- \n--b\n\ntwo`).parts.map(shape)).toEqual([["text/plain", "one"]]);
});

test("an inner multipart without its last delimiter ends with the next part of the outer one", () => {
  const inner = `${mixed("c")}\n--c\n\none\n--c\n\ntwo`;
  expect(read(`${mixed()}\n--b\n${inner}\n--b\n\nthree\n--b--\n`).parts.map(shape)).toEqual([
    [
      "multipart/mixed",
      "--c\n\none\n--c\n\ntwo",
      [
        ["text/plain", "one"],
        ["text/plain", "two"],
      ],
    ],
    ["text/plain", "three"],
  ]);
});

test("text behind an inner multipart belongs to no part", () => {
  const inner = `${mixed("c")}\n--c\n\none\n--c--\nafter\n`;
  expect(read(`${mixed()}\n--b\n${inner}\n--b\n\ntwo\n--b--\n--c\n\nlate`).parts.map(shape)).toEqual([
    ["multipart/mixed", "--c\n\none", [["text/plain", "one"]]],
    ["text/plain", "two"],
  ]);
});

test("a delimiter that is that of two multiparts belongs to the inner one", () => {
  const found = read(`${mixed()}\n--b\n${mixed()}\n--b\n\none\n--b--\n--b\n\ntwo\n`);
  expect(found.parts.map(shape)).toEqual([
    ["multipart/mixed", "--b\n\none", [["text/plain", "one"]]],
    ["text/plain", "two\n"],
  ]);
});

test("parts of a digest are emails unless they state another type", () => {
  const text = `Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: x\n\none\n--b\nContent-Type: a/b\n\ntwo\n`;
  expect(read(text).parts.map(({ type }) => type.value)).toEqual(["message/rfc822", "a/b"]);
});

test("without a stated boundary the first line with two hyphens is the delimiter, up to 70 characters", () => {
  const parts = (boundary: string, space = "") =>
    read(`Content-Type: multipart/mixed\n\npreamble\n--${boundary}${space}\n\none\n--${boundary}--\n`).parts.map(shape);
  expect(parts("found here", " ")).toEqual([["text/plain", "one"]]);
  expect(parts("x".repeat(70))).toEqual([["text/plain", "one"]]);
  expect(parts("x".repeat(71))).toEqual([]);
  expect(shape(read("Content-Type: multipart/mixed\n\nno line\n"))).toEqual(["multipart/mixed", "no line\n"]);
});

test("a type that is no multipart has no parts, whatever its boundary", () => {
  expect(shape(read("Content-Type: text/plain; boundary=b\n\n--b\n\none"))).toEqual(["text/plain", "--b\n\none"]);
});

test("encoding and disposition are read without regard to case, comments and parameters", () => {
  const text = "Content-Transfer-Encoding: (x) Base64;\nContent-Disposition: Attachment; filename=a.pdf\n\n";
  const part = read(text);
  expect(part.encoding).toBe("x");
  expect(part.disposition?.value).toBe("attachment");
  expect(read("Content-Transfer-Encoding: BASE64;\n\n").encoding).toBe("base64");
  expect(read("Content-Transfer-Encoding: ;\n\n").encoding).toBe("");
  expect(read("Subject: x\n\n")).toMatchObject({ encoding: "", disposition: null, type: { value: "text/plain" } });
});

test.each([
  ["an empty line", "Subject: x\n\nbody", "body"],
  ["an empty line with a carriage return", "Subject: x\r\n\r\nbody", "body"],
  ["a line that is no field", "Subject: x\nno field\nbody", "no field\nbody"],
  ["the end of the file", "Subject: x\n", ""],
  ["an empty line at its start", "\nbody", "body"],
  ["a line From that is not the first one", "Subject: x\nFrom anna\n\nbody", "From anna\n\nbody"],
])("a header ends with %s", (_, text, body) => {
  expect(read(text).body.toString()).toBe(body);
});

test.each([
  ["a folded line", "Subject: x\n y\n\tz\n\nbody"],
  ["the first line of an mbox file", "From anna Thu\nSubject: x\n\nbody"],
  ["the first line of a quoted mbox file", ">From anna Thu\nSubject: x\n\nbody"],
  ["a line of two hyphens that is no delimiter", "--x: y\n\nbody"],
])("%s is part of the header", (_, text) => {
  expect(read(text).body.toString()).toBe("body");
});

test("a delimiter ends the header of a part that has no empty line", () => {
  const found = read(`${mixed()}\n--b\nSubject: x\n--b\n\ntwo\n--b--`);
  expect(found.parts.map(shape)).toEqual([
    ["text/plain", ""],
    ["text/plain", "two"],
  ]);
  expect(found.parts[0]?.fields).toEqual([{ name: "subject", value: "x" }]);
  const like = read(`${mixed()}\n--b\n--b:x\n\none\n--b--`);
  expect(like.parts.map(shape)).toEqual([["text/plain", "one"]]);
});

test("a line of more than 1000 bytes that is no field is passed over", () => {
  const with1000 = `Subject: x\n${" x".repeat(2)}\n${"x".repeat(999)}\n\nbody`;
  expect(read(with1000).body.toString()).toBe(`${"x".repeat(999)}\n\nbody`);
  expect(read(`Subject: x\n${"x".repeat(1000)}\n\nbody`).body.toString()).toBe("body");
});

test("headers of 1 MB in all are read, and of one byte more are refused", () => {
  const header = (bytes: number) => `X: ${"x".repeat(bytes - 4)}\n`;
  expect(read(`${header(MB)}\nbody`).body.toString()).toBe("body");
  const detail = "has headers of more than 1 MB. Ask for a new copy and replace it.";
  expect(() => read(`${header(MB + 1)}\nbody`)).toThrow(expect.objectContaining({ reason: "too-large", detail }));
  const outer = mixed();
  const twoParts = (bytes: number) =>
    `${outer}\n--b\n${header(MB / 2)}\n--b\n${header(MB / 2 - outer.length + bytes)}\nlast`;
  expect(read(twoParts(0)).parts[1]?.body.toString()).toBe("last");
  expect(() => read(twoParts(1))).toThrow(expect.objectContaining({ reason: "too-large", detail }));
});

test("2000 parts are read, and one more is refused", () => {
  const parts = (count: number) => `${mixed()}\n${"--b\n\n".repeat(count - 1)}`;
  expect(read(parts(2000)).parts).toHaveLength(1999);
  expect(() => read(parts(2001))).toThrow(expect.objectContaining({ reason: "too-large" }));
});

test("multiparts nested 50 deep are read, and one more is refused", () => {
  const nested = (depth: number) =>
    [...Array.from({ length: depth }, (_, at) => `${mixed(`b${at}x`)}\n--b${at}x\n`), "\nwords"].join("");
  let depth = 0;
  for (let part: Part | undefined = read(nested(50)); part; part = part.parts[0]) depth++;
  expect(depth).toBe(51);
  const detail = "nests parts more than 50 deep. Ask for a new copy and replace it.";
  expect(() => read(nested(51))).toThrow(expect.objectContaining({ reason: "too-large", detail }));
});
