import { parseArgs } from "node:util";
import { messageOf } from "@sheaf/contracts/message-of.ts";
import { readPair, UsageError } from "./cli-arguments.ts";

export const readUsage = `Usage: sheaf read FILE... [options]

Converts files as \`sheaf convert\` does, and prints the words of their pages: their own text, or what is recognised in
scans and photos. ZIP archives, emails and other files that contain documents are unpacked, and the files in them take
their place. Nothing is kept.

      --json                  one object for all files, described below
      --language LANG         a language besides English to read in, by Tesseract's name, such as deu
      --password-file F=PATH  the password of file F, and of the files in it, is the text in PATH
  -h, --help                  this text

  {"files": [{"path", "pages": [{"page", "width", "height", "source", "language", "confidence", "turn",
    "words": [{"text", "box", "confidence"}], "facts": [{"kind", "value", "currency", "box"}], "readability"}]}]}

Boxes are left, top, right and bottom in points from the top left corner of the A4 page. "source" is text (the page's
own), ocr (recognised), blank or unread; "turn" is how far the page must be turned clockwise to stand upright.
"readability" says what the picture of a page is like, and its "problem" why it can hardly be read; it is null for pages
with text of their own.

Files that cannot be converted are named on standard error and are not in the list.
Exit status: 0 all converted, 2 some file was rejected, 1 anything else.`;

export interface ReadArguments {
  /** As typed. */
  files: string[];
  json: boolean;
  language: string | undefined;
  /** File as typed → path of a file that holds its password. */
  passwordFiles: Map<string, string>;
}

/**
 * @returns "help" when the arguments ask for help
 * @throws UsageError
 */
export function readReadArguments(given: string[]): ReadArguments | "help" {
  const { values, positionals: files } = parse(given);
  if (values.help) return "help";
  if (files.length === 0) throw new UsageError("Enter at least one file: sheaf read FILE...");
  const passwordFiles = new Map(values["password-file"].map((pair) => readPair(pair, files)));
  return { files, json: values.json, language: values.language, passwordFiles };
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        json: { type: "boolean", default: false },
        language: { type: "string" },
        "password-file": { type: "string", multiple: true, default: [] },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    const [sentence = ""] = messageOf(error).split(". ");
    throw new UsageError(`${sentence.replace(/\.$/, "")}. See sheaf read --help.`);
  }
}
