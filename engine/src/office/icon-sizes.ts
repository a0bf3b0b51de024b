import { join } from "node:path";
import koffi from "koffi";
import { attempt } from "../attempt.ts";

/** Dots per inch of LibreOffice's PDF, and hundredths of a millimetre per inch. */
const [dots, units] = [720, 2540];

/**
 * Corrects the size of icons of conditional formats. LibreOfficeKit measures them in dots but draws them as if the unit
 * were hundredths of a millimetre, which makes them a quarter of their size. It multiplies the size by the screen's
 * scale, which affects nothing else on a sheet's page.
 * @param programDir LibreOffice's `program` folder, already loaded
 * @returns a function that runs `save` with icons as large as in Calc; without a correction when this LibreOffice has
 * no such setting
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

/**
 * `comphelper::LibreOfficeKit::setDPIScale(double)`, by its mangled name, which is the same for every C++ compiler on
 * Linux.
 */
function scaleSetter(programDir: string): ((scale: number) => void) | undefined {
  const signature = "void _ZN10comphelper14LibreOfficeKit11setDPIScaleEd(double scale)";
  return attempt(() => koffi.load(join(programDir, "libmergedlo.so")).func(signature));
}
