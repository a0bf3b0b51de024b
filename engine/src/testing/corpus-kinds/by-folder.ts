import { avif } from "./avif.ts";
import { docm } from "./docm.ts";
import { dotx } from "./dotx.ts";
import { emf } from "./emf.ts";
import { eml } from "./eml.ts";
import { fods } from "./fods.ts";
import { fodt } from "./fodt.ts";
import { hybrid } from "./hybrid.ts";
import { invoice } from "./invoice.ts";
import { jp2 } from "./jp2.ts";
import { key } from "./key.ts";
import { mht } from "./mht.ts";
import { mhtml } from "./mhtml.ts";
import { msg } from "./msg.ts";
import { numbers } from "./numbers.ts";
import type { KindOutcomes } from "./outcome.ts";
import { pages } from "./pages.ts";
import { potx } from "./potx.ts";
import { pptm } from "./pptm.ts";
import { svg } from "./svg.ts";
import { winmail } from "./winmail.ts";
import { wmf } from "./wmf.ts";
import { wpd } from "./wpd.ts";
import { wps } from "./wps.ts";
import { xlsb } from "./xlsb.ts";
import { xlsm } from "./xlsm.ts";
import { xltx } from "./xltx.ts";
import { zip } from "./zip.ts";

/** The reviewed outcomes by folder of the corpus. A folder whose table is empty has not been reviewed yet. */
export const outcomesByFolder: Record<string, KindOutcomes> = {
  avif,
  docm,
  dotx,
  emf,
  eml,
  fods,
  fodt,
  hybrid,
  invoice,
  jp2,
  key,
  mht,
  mhtml,
  msg,
  numbers,
  pages,
  potx,
  pptm,
  svg,
  winmail,
  wmf,
  wpd,
  wps,
  xlsb,
  xlsm,
  xltx,
  zip,
};
