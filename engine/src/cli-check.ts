import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { attempt, succeeds } from "./attempt.ts";
import { type ConvertArguments, UsageError } from "./cli-arguments.ts";

type FilesToConvert = Pick<ConvertArguments, "files" | "passwordFiles"> &
  Partial<Pick<ConvertArguments, "output" | "separateDir">>;

/**
 * Checks files, folders and permissions before any file is opened.
 * @returns passwords by file as typed
 * @throws UsageError
 */
export function checkFiles(given: FilesToConvert): Map<string, string> {
  const { files, output, separateDir, passwordFiles } = given;
  for (const file of files) {
    const is = found(file);
    if (!is) throw new UsageError(`There is no file "${file}".`);
    if (!is.isFile()) throw new UsageError(`"${file}" is a folder, not a file.`);
    if (!may(file, constants.R_OK)) throw new UsageError(`You do not have permission to read "${file}".`);
    if (output !== undefined && resolve(file) === resolve(output)) {
      throw new UsageError(`The output would replace "${file}". Choose another name.`);
    }
  }
  if (output !== undefined) {
    if (!found(dirname(resolve(output)))?.isDirectory())
      throw new UsageError(`There is no folder "${dirname(output)}" for the output.`);
    if (!may(dirname(resolve(output)), constants.W_OK)) {
      throw new UsageError(
        `You do not have permission to write to the folder "${dirname(output)}". Choose another folder.`,
      );
    }
    if (found(output)?.isDirectory()) throw new UsageError(`"${output}" is a folder. Enter the name of a PDF file.`);
  }
  if (separateDir !== undefined && found(separateDir)?.isDirectory() === false) {
    throw new UsageError(`"${separateDir}" is not a folder.`);
  }
  const passwords = new Map<string, string>();
  for (const [file, path] of passwordFiles) {
    const text = attempt(() => readFileSync(path, "utf8"));
    if (text === undefined) throw new UsageError(`The password file "${path}" cannot be read.`);
    passwords.set(file, text.replace(/\r?\n$/, ""));
  }
  return passwords;
}

const found = (path: string) => attempt(() => statSync(path));

const may = (path: string, right: number) => succeeds(() => accessSync(path, right));
