import { pounds } from "@sheaf/contracts/words.ts";

/** Money in pence, with a minus as typography has it: "−£24.00". */
export const signedPounds = (pence: number) => (pence < 0 ? `−${pounds(-pence)}` : pounds(pence));
