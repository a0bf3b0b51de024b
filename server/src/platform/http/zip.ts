import type { PassThrough, Readable } from "node:stream";
import { formatOf } from "@sheaf/contracts/formats.ts";
import yazl from "yazl";

/** Opens a ZIP that is created while it is sent, with at most one of its files open at a time. */
export function openZip() {
  const archive = new yazl.ZipFile();
  const body = archive.outputStream as PassThrough;
  let open: Readable | undefined;
  archive.on("error", (error) => body.destroy(error));
  body.once("close", () => open?.destroy());
  return {
    /** @param content opens the file, when its turn comes */
    add(path: string, facts: { mtime: Date; size?: number }, content: () => Promise<Readable>) {
      archive.addReadStreamLazy(path, { ...facts, compress: !formatOf(path)?.packed }, (pass) => {
        if (body.destroyed) return;
        content().then(
          (file) => {
            open = file.once("error", (error) => body.destroy(error));
            // The client may have disconnected while the file was being opened.
            if (body.destroyed) file.destroy();
            else pass(null, file);
          },
          (error) => body.destroy(error),
        );
      });
    },
    end() {
      archive.end();
      return body;
    },
  };
}
