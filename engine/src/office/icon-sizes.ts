import { join } from "node:path";
import koffi from "koffi";
import { attempt } from "../attempt.ts";

/** Dots that LibreOffice's PDF has in an inch, and hundredths of a millimetre. */
const [dots, units] = [720, 2540];

/**
 * LibreOfficeKit measures a conditional format's icons in dots and draws them as if those were hundredths of a
 * millimetre: they come out at a quarter of their size. It multiplies them by the scale of the screen, which nothing
 * else on a sheet's page depends on.
 * @param programDir LibreOffice's `program` folder, loaded already
 * @returns runs the given function with icons as large as Calc draws them; as it is, where this LibreOffice has no such
 * scale
 */
export function iconSizes(programDir: string): <Result>(save: () => Result) => Result {
  const setScale = scaleSetter(programDir);
  if (!setScale) return (save) => save();
  return (save) => {
    setScale(units / dots);
    try {
      return save();
    } finally {
      setScale(1);
    }
  };
}

/** `comphelper::LibreOfficeKit::setDPIScale(double)`, by the name that every C++ compiler of Linux gives it. */
function scaleSetter(programDir: string): ((scale: number) => void) | undefined {
  const signature = "void _ZN10comphelper14LibreOfficeKit11setDPIScaleEd(double scale)";
  return attempt(() => koffi.load(join(programDir, "libmergedlo.so")).func(signature));
}
