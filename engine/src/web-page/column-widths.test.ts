import { describe, expect, test } from "vitest";
import { columnWidths } from "./column-widths.ts";

describe("the columns of a table", () => {
  test.each<[string, Parameters<typeof columnWidths>, number[]]>([
    [
      "have the width of their content",
      [
        [
          { min: 10, max: 50 },
          { min: 20, max: 30 },
        ],
        200,
        false,
      ],
      [50, 30],
    ],
    ["are no narrower than their longest word", [[{ min: 60, max: 50 }], 200, false], [60]],
    [
      "have their own width",
      [
        [
          { min: 10, max: 50, width: { px: 80 } },
          { min: 10, max: 50, width: { percent: 25 } },
        ],
        200,
        false,
      ],
      [80, 50],
    ],
    [
      "are no narrower than their longest word by their own width",
      [[{ min: 90, max: 90, width: { px: 80 } }], 200, false],
      [90],
    ],
    [
      "grow by what they have",
      [
        [
          { min: 0, max: 50 },
          { min: 0, max: 30 },
        ],
        160,
        true,
      ],
      [100, 60],
    ],
    [
      "grow only without a width of their own",
      [
        [
          { min: 0, max: 50 },
          { min: 0, max: 50, width: { px: 30 } },
        ],
        160,
        true,
      ],
      [130, 30],
    ],
    [
      "grow all when each has its own width",
      [
        [
          { min: 0, max: 0, width: { px: 50 } },
          { min: 0, max: 0, width: { px: 30 } },
        ],
        160,
        true,
      ],
      [100, 60],
    ],
    [
      "grow evenly without content",
      [
        [
          { min: 0, max: 0 },
          { min: 0, max: 0 },
          { min: 0, max: 0, width: { px: 60 } },
        ],
        160,
        true,
      ],
      [50, 50, 60],
    ],
    [
      "stay when they fit exactly",
      [
        [
          { min: 0, max: 50 },
          { min: 0, max: 50 },
        ],
        100,
        true,
      ],
      [50, 50],
    ],
    [
      "are squeezed to their longest words",
      [
        [
          { min: 60, max: 90 },
          { min: 40, max: 90 },
        ],
        100,
        true,
      ],
      [60, 40],
    ],
    [
      "are squeezed below them by share",
      [
        [
          { min: 120, max: 120 },
          { min: 80, max: 80 },
        ],
        100,
        true,
      ],
      [60, 40],
    ],
    [
      "are squeezed where they are widest",
      [
        [
          { min: 10, max: 30 },
          { min: 10, max: 300 },
        ],
        100,
        true,
      ],
      [30, 70],
    ],
    [
      "are squeezed alike when they are as wide",
      [
        [
          { min: 10, max: 300 },
          { min: 10, max: 300 },
          { min: 50, max: 300 },
        ],
        130,
        false,
      ],
      [40, 40, 50],
    ],
  ])("%s", (_, given, widths) => {
    expect(columnWidths(...given)).toEqual(widths.map((width) => expect.closeTo(width, 4)));
  });
});
