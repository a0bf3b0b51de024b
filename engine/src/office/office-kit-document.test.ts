import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { acceptTrackedChanges, hiddenSlides, isWorkbook, readAndFree } from "./office-kit-document.ts";

// A pointer to text is the text itself, and an object's table of functions is the object, by slot.
vi.mock("koffi", () => ({ default: { proto: () => "prototype", decode: (pointer: unknown) => pointer } }));
vi.mock("./office-kit-table.ts", () => ({ method: (object: Record<number, unknown>, slot: number) => object[slot] }));

const [text, workbook, presentation, drawing] = [0, 1, 2, 3];
const [typeSlot, partsSlot, postSlot, valuesSlot, partSlot] = [3, 4, 17, 23, 42];
const free = vi.fn();
let now = 0;
beforeEach(() => {
  now = 1_000;
  free.mockReset();
  vi.spyOn(performance, "now").mockImplementation(() => now);
  vi.spyOn(Atomics, "wait").mockImplementation((_clock, _index, _value, pause = 0) => {
    now += pause;
    return "timed-out";
  });
});
afterEach(() => void vi.restoreAllMocks());

const ofType = (type: number) => ({ [typeSlot]: () => type });

test("only a workbook counts as one", () => {
  expect([text, workbook, presentation, drawing].map((type) => isWorkbook(ofType(type)))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test("a string of LibreOffice's is read and freed, and a missing one is empty", () => {
  expect(readAndFree("Damson", free)).toBe("Damson");
  expect(free.mock.calls).toEqual([["Damson"]]);
  expect(readAndFree(null, free)).toBe("");
  expect(free).toHaveBeenCalledOnce();
});

test.each<[string, (string | undefined)[], number[], boolean]>([
  ["none hidden", ["1", "1"], [], false],
  ["the second hidden", ["1", "0", "1"], [2], false],
  ["all hidden", ["0", "0"], [1, 2], true],
  ["no slide", [], [], false],
  ["a slide of which nothing is known", [undefined, "0"], [2], false],
])("a presentation with %s", (_what, visible, hidden, all) => {
  const parts = visible.map((one) => (one === undefined ? "" : JSON.stringify({ visible: one })));
  const document = {
    ...ofType(presentation),
    [partsSlot]: () => parts.length,
    [partSlot]: (part: number) => parts[part],
  };
  expect(hiddenSlides(document, free)).toEqual({ hidden, all });
  expect(hiddenSlides({ ...document, ...ofType(text) }, free)).toEqual({ hidden: [], all: false });
});

/** A text document with changes until LibreOffice has looked for them so many times. */
function tracked(looks: number) {
  const post = vi.fn();
  const ask = vi.fn((_command: string): string =>
    looks-- > 0 ? '{"redlines": [ { "index": 0 } ]}' : '{"redlines":[]}',
  );
  return { document: { ...ofType(text), [valuesSlot]: ask, [postSlot]: post }, post, ask };
}

test("a document without tracked changes is left alone, and so is one that is no text", () => {
  const { document, post, ask } = tracked(0);
  expect(acceptTrackedChanges(document, free)).toBe(true);
  expect(ask.mock.calls).toEqual([[".uno:AcceptTrackedChanges"]]);
  expect(post).not.toHaveBeenCalled();
  expect(Atomics.wait).not.toHaveBeenCalled();
  expect(acceptTrackedChanges(ofType(workbook), free)).toBe(true);
});

test("tracked changes are accepted once, and waited for in pauses of two milliseconds", () => {
  const { document, post } = tracked(3);
  expect(acceptTrackedChanges(document, free)).toBe(true);
  expect(post.mock.calls).toEqual([[".uno:AcceptAllTrackedChanges", "", false]]);
  expect(now).toBe(1_006);
});

test.each([
  [20, 1],
  [21, 2],
  [41, 3],
])("a command that may be lost is repeated: %i looks, %i commands", (looks, commands) => {
  const { document, post } = tracked(looks);
  expect(acceptTrackedChanges(document, free)).toBe(true);
  expect(post).toHaveBeenCalledTimes(commands);
});

test("changes that are not accepted within four seconds stay", () => {
  const { document, ask } = tracked(Number.POSITIVE_INFINITY);
  expect(acceptTrackedChanges(document, free)).toBe(false);
  expect(now).toBe(5_000);
  expect(ask).toHaveBeenCalledTimes(2_001);
});

test("changes are listed without the variable that silences them, which is set again", async () => {
  vi.resetModules();
  const fresh = await import("./office-kit-document.ts");
  vi.stubEnv("DISABLE_REDLINE", "1");
  const seen: (string | undefined)[] = [];
  const list = (document: ReturnType<typeof tracked>) => {
    document.ask.mockImplementation(() => {
      seen.push(process.env.DISABLE_REDLINE);
      return "";
    });
    return document.document;
  };
  expect(fresh.acceptTrackedChanges(list(tracked(0)), free)).toBe(true);
  expect(seen).toEqual([undefined]);
  expect(process.env.DISABLE_REDLINE).toBe("1");
  // LibreOffice has read it by now.
  fresh.acceptTrackedChanges(list(tracked(0)), free);
  expect(seen).toEqual([undefined, "1"]);
  vi.unstubAllEnvs();
});
