import { accessSync, constants } from "node:fs";
import { StartError } from "./start-error.ts";

const reasons: Record<string, string> = {
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  EROFS: "it can only be read",
  EEXIST: "a file has that name",
  ENOTDIR: "a file has the name of a folder above it",
  ENOSPC: "the disk is full",
};

/**
 * Makes a folder that an operator chose, unless it is there.
 * @param variable that names it
 * @param make how: with the modes that its contents ask for
 * @throws StartError when it cannot be made or written to
 */
export function requireFolder(path: string, variable: string, make: (path: string) => void): void {
  try {
    make(path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    const reason = reasons[code] ?? message;
    throw new StartError(
      `The folder ${path} cannot be used: ${reason}. Mend that, or choose another one with ${variable}.`,
    );
  }
}
