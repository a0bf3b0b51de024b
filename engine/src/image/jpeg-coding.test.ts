import { expect, test } from "vitest";
import { Coding, planScan, readCoding } from "./jpeg-coding.ts";

const u16 = (value: number) => [value >> 8, value & 255];
const segmentOf = (marker: number, content: number[]) =>
  Buffer.from([0xff, marker, ...u16(content.length + 2), ...content]);

/** Reads one segment. */
function read(marker: number, content: number[], coding = new Coding()): Coding {
  readCoding(coding, marker, segmentOf(marker, content));
  return coding;
}

test.each([
  [0xfe, false],
  [0xe0, false],
  [0xef, false],
  [0xdf, true],
  [0xf0, true],
  [0xc2, true],
  [0xdc, true],
])("a segment of kind %i with unknown content is unusual: %s", (marker, isUnusual) => {
  expect(read(marker, [1, 2, 3]).isUnusual).toBe(isUnusual);
});

/** A table of codes: how many there are of each length, and what they mean. */
const table = (place: number, counts: number[], symbols: number[]) => [
  place,
  ...counts,
  ...Array<number>(16 - counts.length).fill(0),
  ...symbols,
];
const codesOf = (counts: number[], symbols: number[]) => ({
  counts: Buffer.from([...counts, ...Array<number>(16 - counts.length).fill(0)]),
  symbols: Buffer.from(symbols),
});

test("tables of codes are put in their places", () => {
  const content = [
    ...table(0x00, [0, 2], [4, 5]),
    ...table(0x03, [0, 1], [6]),
    ...table(0x11, [1, 0, 1], [255, 0]),
    ...table(0x10, [], []),
  ];
  const coding = read(0xc4, content);
  expect(coding.isUnusual).toBe(false);
  expect(coding.dc).toEqual([codesOf([0, 2], [4, 5]), undefined, undefined, codesOf([0, 1], [6])]);
  expect(coding.ac).toEqual([codesOf([], []), codesOf([1, 0, 1], [255, 0])]);
});

const symbols = (count: number) => Array.from({ length: count }, (_, index) => index % 16);

test.each<[string, number[], boolean]>([
  ["no table", [], false],
  ["a table that ends early", table(0, [2], [1]), true],
  ["a table without all its counts", table(0, [], []).slice(0, -1), true],
  ["a byte after its tables", [...table(0, [1], [1]), 0], true],
  ["a place of 4", table(0x04, [1], [1]), true],
  ["a kind of 2", table(0x20, [1], [1]), true],
  ["a kind and place of 1", table(0x11, [1], [1]), false],
  ["a difference of 15 bits", table(0x00, [1], [15]), false],
  ["a difference of 16 bits", table(0x00, [1], [16]), true],
  ["a value of 16", table(0x10, [1], [16]), false],
  ["256 codes", table(0x10, [0, 0, 0, 0, 0, 0, 0, 100, 156], symbols(256)), false],
  ["257 codes", table(0x10, [0, 0, 0, 0, 0, 0, 0, 100, 157], symbols(257)), true],
])("a segment of codes with %s is unusual: %s", (_what, content, isUnusual) => {
  expect(read(0xc4, content).isUnusual).toBe(isUnusual);
});

const factors = (place: number) => [place, ...Array<number>(place >> 4 === 0 ? 64 : 128).fill(1)];

test("the places of tables of quantisation are noted, whether of 8 or 16 bits", () => {
  const coding = read(0xdb, [...factors(0x00), ...factors(0x13), ...factors(0x01)]);
  expect(coding.isUnusual).toBe(false);
  expect([...coding.quantisation]).toEqual([0, 3, 1]);
});

test.each<[string, number[], boolean]>([
  ["no table", [], false],
  ["a table that ends early", factors(0).slice(0, -1), true],
  ["a wide table that ends early", factors(0x10).slice(0, -1), true],
  ["a byte after its tables", [...factors(0), 0], true],
  ["a place of 4", factors(0x04), true],
  ["a kind of 2", [0x20, ...Array<number>(128).fill(1)], true],
])("a segment of quantisation with %s is unusual: %s", (_what, content, isUnusual) => {
  expect(read(0xdb, content).isUnusual).toBe(isUnusual);
});

test("an interval between restart markers is two bytes", () => {
  expect(read(0xdd, [1, 2])).toMatchObject({ restartInterval: 258, isUnusual: false });
  for (const content of [[1], [1, 2, 3], []]) {
    expect(read(0xdd, content)).toMatchObject({ restartInterval: 0, isUnusual: true });
  }
});

/** Each component is an id, its sampling factors across and down in one byte, and its table of quantisation. */
type Components = [id: number, sampling: number, quantisation: number][];
const frame = (width: number, height: number, components: Components, bits = 8) => [
  bits,
  ...u16(height),
  ...u16(width),
  components.length,
  ...components.flat(),
];

test.each([0xc0, 0xc1])("a frame of kind %i is read", (marker) => {
  const coding = read(
    marker,
    frame(300, 520, [
      [7, 0x21, 3],
      [8, 0x12, 1],
    ]),
  );
  expect(coding.isUnusual).toBe(false);
  expect(coding.frame).toEqual({
    width: 300,
    height: 520,
    components: [
      { id: 7, across: 2, down: 1, quantisation: 3 },
      { id: 8, across: 1, down: 2, quantisation: 1 },
    ],
  });
});

test.each<[string, number[]]>([
  ["of 12 bits", frame(8, 8, [[1, 0x11, 0]], 12)],
  ["with a byte too many", [...frame(8, 8, [[1, 0x11, 0]]), 0]],
  ["with a byte too few", frame(8, 8, [[1, 0x11, 0]]).slice(0, -1)],
  ["without its number of components", frame(8, 8, []).slice(0, -1)],
])("a frame %s is unusual", (_what, content) => {
  const coding = read(0xc0, content);
  expect(coding).toMatchObject({ isUnusual: true, frame: undefined });
});

test("a second frame is unusual", () => {
  const content = frame(8, 8, [[1, 0x11, 0]]);
  const coding = read(0xc0, content);
  expect(coding.isUnusual).toBe(false);
  expect(read(0xc0, content, coding).isUnusual).toBe(true);
});

interface Photo {
  width?: number;
  height?: number;
  components?: Components;
  restart?: number;
}

/** Reads what stands before a scan: two tables of codes of each kind, and tables of quantisation 0 and 1. */
function before({ width = 100, height = 50, components = [[1, 0x11, 0]], restart = 0 }: Photo): Coding {
  const coding = read(0xc0, frame(width, height, components));
  read(0xc4, [...table(0x00, [1], [1]), ...table(0x01, [1], [2])], coding);
  read(0xc4, [...table(0x10, [1], [3]), ...table(0x11, [1], [4])], coding);
  read(0xdb, [...factors(0), ...factors(1)], coding);
  read(0xdd, u16(restart), coding);
  return coding;
}

/** Each component is an id and the places of its codes. */
const scan = (components: [id: number, places: number][], last = [0, 63, 0]) =>
  segmentOf(0xda, [components.length, ...components.flat(), ...last]);

/** Returns the meanings of the first codes of each block, and the number of units. */
function planned(given: Photo, header: Buffer) {
  const plan = planScan(before(given), header);
  const blocks = plan?.blocks.map(({ dc, ac }) => [dc.symbols[0], ac.symbols[0]]);
  return plan && { blocks, units: plan.units, restartInterval: plan.restartInterval };
}

const three: Components = [
  [1, 0x22, 0],
  [2, 0x11, 1],
  [3, 0x11, 1],
];
const scanOfThree = scan([
  [1, 0x00],
  [2, 0x11],
  [3, 0x10],
]);

test("a unit of a photo holds four blocks of brightness and one of each colour, with their codes", () => {
  expect(planned({ components: three, restart: 300 }, scanOfThree)).toEqual({
    blocks: [
      [1, 3],
      [1, 3],
      [1, 3],
      [1, 3],
      [2, 4],
      [2, 3],
    ],
    units: 28,
    restartInterval: 300,
  });
});

test.each([
  [16, 16, 1],
  [17, 16, 2],
  [16, 17, 2],
  [33, 33, 9],
  [1, 1, 1],
])("a photo of %i × %i pixels has %i units of 16 × 16", (width, height, units) => {
  expect(planned({ width, height, components: three }, scanOfThree)?.units).toBe(units);
});

test("a single component has units of 8 × 8, whatever its sampling", () => {
  for (const sampling of [0x11, 0x22, 0x41]) {
    const plan = planned({ width: 17, height: 9, components: [[1, sampling, 0]] }, scan([[1, 0x00]]));
    expect(plan).toEqual({ blocks: [[1, 3]], units: 6, restartInterval: 0 });
  }
});

test("the largest sampling of each direction counts, of whichever component", () => {
  const components: Components = [
    [1, 0x12, 0],
    [2, 0x41, 0],
  ];
  const plan = planned(
    { width: 65, height: 33, components },
    scan([
      [1, 0],
      [2, 0],
    ]),
  );
  expect([plan?.blocks?.length, plan?.units]).toEqual([6, 9]);
});

const one: Components = [[1, 0x11, 0]];

test.each<[string, Components, Buffer]>([
  ["of a component that is not the frame's", one, scan([[2, 0x00]])],
  ["of fewer components than the frame", three, scan([[1, 0x00]])],
  [
    "of components in another order",
    [
      [1, 0x11, 0],
      [2, 0x11, 0],
    ],
    scan([
      [2, 0],
      [1, 0],
    ]),
  ],
  ["with a missing table for differences", one, scan([[1, 0x20]])],
  ["with a missing table for values", one, scan([[1, 0x02]])],
  ["with a missing table of quantisation", [[1, 0x11, 2]], scan([[1, 0x00]])],
  ["that begins with later coefficients", one, scan([[1, 0x00]], [1, 63, 0])],
  ["that ends with earlier coefficients", one, scan([[1, 0x00]], [0, 62, 0])],
  ["of some bits only", one, scan([[1, 0x00]], [0, 63, 1])],
  ["with a byte too many", one, scan([[1, 0x00]], [0, 63, 0, 0])],
  ["with a byte too few", one, scan([[1, 0x00]], [0, 63])],
  ["with a sampling of 0 across", [[1, 0x01, 0]], scan([[1, 0x00]])],
  ["with a sampling of 0 down", [[1, 0x10, 0]], scan([[1, 0x00]])],
  ["with a sampling of 5 across", [[1, 0x51, 0]], scan([[1, 0x00]])],
  ["with a sampling of 5 down", [[1, 0x15, 0]], scan([[1, 0x00]])],
  [
    "with a sampling of 2 beside 3",
    [
      [1, 0x21, 0],
      [2, 0x31, 0],
    ],
    scan([
      [1, 0],
      [2, 0],
    ]),
  ],
  [
    "with a sampling of 2 beside 3 down",
    [
      [1, 0x12, 0],
      [2, 0x13, 0],
    ],
    scan([
      [1, 0],
      [2, 0],
    ]),
  ],
  [
    "of eleven blocks a unit",
    [
      [1, 0x42, 0],
      [2, 0x11, 0],
      [3, 0x12, 0],
    ],
    scan([
      [1, 0],
      [2, 0],
      [3, 0],
    ]),
  ],
])("a scan %s is not planned", (_what, components, header) => {
  expect(planned({ components }, header)).toBeUndefined();
});

test("a scan of ten blocks a unit is planned", () => {
  const components: Components = [
    [1, 0x42, 0],
    [2, 0x11, 0],
    [3, 0x11, 0],
  ];
  expect(
    planned(
      { components },
      scan([
        [1, 0],
        [2, 0],
        [3, 0],
      ]),
    )?.blocks,
  ).toHaveLength(10);
});

test("a scan without a frame, or after something unusual, is not planned", () => {
  expect(planScan(new Coding(), scan([[1, 0x00]]))).toBeUndefined();
  const coding = before({});
  coding.isUnusual = true;
  expect(planScan(coding, scan([[1, 0x00]]))).toBeUndefined();
});
