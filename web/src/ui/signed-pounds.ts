import { pounds } from "@sheaf/contracts/words.ts";

/** Formats pence with a typographic minus: "−£24.00". */
export const signedPounds = (pence: number) => (pence < 0 ? `−${pounds(-pence)}` : pounds(pence));
