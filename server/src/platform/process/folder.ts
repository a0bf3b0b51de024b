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
 * Creates a folder that the operator chose, unless it exists.
 * @param variable the environment variable that names it
 * @param make creates it with the modes that its contents need
 * @throws StartError when it cannot be created or written to
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
