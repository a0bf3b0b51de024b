import { parseArgs } from "node:util";
import { messageOf } from "@sheaf/contracts/message-of.ts";

export const usage = `Usage: sheaf convert FILE... -o OUT.pdf [options]

ZIP archives, emails and other files that contain documents are unpacked, and the files in them take their place.

  -o, --output OUT.pdf        all files, in this order, as one A4 PDF
      --separate DIR          one PDF for each file as well, or instead
      --keep-going            write what converts, even when other files do not
      --searchable            read scans and photos, and write their words into the PDF as invisible text
      --language LANG         a language besides English to read in, by Tesseract's name, such as deu
      --json                  one line of JSON for each file, and one at the end
      --password-file F=PATH  the password of file F, and of the files in it, is the text in PATH
      --inspect               keep the sandbox of each file open until Enter is pressed, to debug a conversion
  -h, --help                  this text

Exit status: 0 all converted, 2 some file was rejected, 1 anything else. Files in an archive
count like any other; those that are no documents, such as Thumbs.db, are listed as set aside.`;

export interface ConvertArguments {
  /** As typed. */
  files: string[];
  output: string | undefined;
  separateDir: string | undefined;
  keepGoing: boolean;
  json: boolean;
  searchable: boolean;
  language: string | undefined;
  inspect: boolean;
  /** File as typed → path of a file that holds its password. */
  passwordFiles: Map<string, string>;
}

/** The arguments cannot be carried out; the message is one sentence for the user. */
export class UsageError extends Error {}

/**
 * @returns "help" when the arguments ask for help
 * @throws UsageError
 */
export function readArguments(given: string[]): ConvertArguments | "help" {
  const { values, positionals: files } = parse(given);
  if (values.help) return "help";
  if (files.length === 0) throw new UsageError("Enter at least one file: sheaf convert FILE... -o OUT.pdf");
  if (values.output === "" || values.separate === "") throw new UsageError("Enter a name for the output.");
  if (values.output === undefined && values.separate === undefined) {
    throw new UsageError("Choose where to write the PDF: add -o OUT.pdf, or --separate DIR for one PDF for each file.");
  }
  if (values.language !== undefined && !values.searchable) throw new UsageError("--language needs --searchable.");
  return {
    files,
    output: values.output,
    separateDir: values.separate,
    keepGoing: values["keep-going"],
    json: values.json,
    searchable: values.searchable,
    language: values.language,
    inspect: values.inspect,
    passwordFiles: new Map(values["password-file"].map((pair) => readPair(pair, files))),
  };
}

function parse(given: string[]) {
  try {
    return parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        output: { type: "string", short: "o" },
        separate: { type: "string" },
        "keep-going": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        searchable: { type: "boolean", default: false },
        language: { type: "string" },
        inspect: { type: "boolean", default: false },
        "password-file": { type: "string", multiple: true, default: [] },
        help: { type: "boolean", short: "h", default: false },
      },
    });
  } catch (error) {
    const [sentence = ""] = messageOf(error).split(". ");
    throw new UsageError(`${sentence.replace(/\.$/, "")}. See sheaf convert --help.`);
  }
}

/**
 * Splits "FILE=PATH". A file name may contain "=" too, so the beginning is compared with the files named on the command
 * line.
 */
export function readPair(pair: string, files: string[]): [file: string, path: string] {
  const file = files.find((name) => pair.startsWith(`${name}=`));
  if (file === undefined) {
    throw new UsageError(`--password-file needs FILE=PATH with one of the files to convert, not "${pair}".`);
  }
  return [file, pair.slice(file.length + 1)];
}
