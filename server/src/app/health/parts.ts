import type { Config } from "../../platform/config/config.ts";
import type { Scanner } from "../../platform/scan/clamd.ts";
import type { ConvertingMachine } from "./converting.ts";
import { examineFonts } from "./examinations/fonts.ts";
import { examineOffice } from "./examinations/office.ts";
import { examinePrograms } from "./examinations/programs.ts";
import { examineReading } from "./examinations/reading.ts";
import { examineSandbox } from "./examinations/sandbox.ts";
import { examineScanner } from "./examinations/scanner.ts";
import type { Part } from "./examine.ts";
import type { Outcome, Remedy } from "./outcome.ts";

interface Converting {
  machines: Promise<ConvertingMachine[]>;
  /** The machines are examined by trying them out. */
  isWork: boolean;
  wanted: Config["sandbox"];
  remedy(): Remedy;
}

/** Returns the parts about the machines that convert documents. */
export function convertingParts({ machines, isWork, wanted, remedy }: Converting): Part[] {
  // Awaited by the parts. A rejection before that must not end the process as unhandled.
  machines.catch(() => {});
  const part = (name: string, label: string, examine: (machines: ConvertingMachine[]) => Outcome): Part => ({
    name,
    label,
    isWork,
    examine: async () => examine(await machines),
  });
  return [
    part("office", "LibreOffice", examineOffice),
    part("fonts", "Fonts", examineFonts),
    part("sandbox", "Sandbox", (found) => examineSandbox(found, { wanted, remedy: remedy() })),
    part("programs", "Programs", examinePrograms),
    part("reading", "Reading of pages", examineReading),
  ];
}

/** Returns the part about the virus scanner, if one is set up. */
export function scannerPart(scanner: Scanner | undefined, address: string | undefined): Part[] {
  if (!scanner || !address) return [];
  return [{ name: "scanner", label: "Virus scanner", examine: () => examineScanner(scanner, address) }];
}
