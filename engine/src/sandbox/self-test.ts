import { readFile } from "node:fs/promises";
import { connect } from "node:net";

/** What a cell must not be able to reach. */
export interface Temptation {
  /** A file that only the host can read. */
  path: string;
  /** A port of the host's 127.0.0.1 that answers. */
  port: number;
}

/** Tries, from inside, what a hostile document would try. @returns what could be reached, in plain words */
export async function leaks({ path, port }: Temptation): Promise<string[]> {
  const found: string[] = [];
  if (await readFile(path).then(succeeded, failed)) found.push("files of this machine");
  if (await reaches(port)) found.push("the network");
  const known = ["PATH", "HOME", "TMPDIR", "LANG", "TZ", "PWD", "SAL_USE_VCLPLUGIN"];
  if (Object.keys(process.env).some((name) => !known.includes(name))) found.push("the environment");
  return found;
}

const succeeded = () => true;
const failed = () => false;

function reaches(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: 1_000 });
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}
