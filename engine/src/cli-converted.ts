import type { FileResult } from "./engine-api.ts";

/** The outcome for a file that the user named, or for one inside a container. */
export interface Converted {
  /** As typed; of an item with the containers that it is in: "in/invoices.zip › 2026/a.pdf". */
  file: string;
  name: string;
  /** The bookmark: `file` without folders of the command line. */
  title: string;
  pagesPath: string;
  result: FileResult | { outcome: "set-aside"; text: string; ms: number };
}
