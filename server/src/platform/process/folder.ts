import { accessSync, constants } from "node:fs";
import { StartError } from "./start-error.ts";

const reasons: Record<string, string> = {
  EACCES: "this user has no permission to write to it",
  EPERM: "this user has no permission to write to it",
  EROFS: "it is read-only",
  EEXIST: "a file has this name",
  ENOTDIR: "one of its parent folders is a file",
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
      `The folder ${path} cannot be used: ${reason}. Correct this, or choose another folder with ${variable}.`,
    );
  }
}
