import { readFile } from "node:fs/promises";
import { connect } from "node:net";

/** What a sandboxed process must not be able to reach. */
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
  const network = await reach(port);
  if (network === "reached") found.push("the network");
  if (network !== "refused") found.push("the making of network sockets");
  const known = [
    "PATH",
    "HOME",
    "TMPDIR",
    "LANG",
    "TZ",
    "PWD",
    "OPENSSL_CONF",
    "SAL_USE_VCLPLUGIN",
    "NODE_COMPILE_CACHE",
  ];
  if (Object.keys(process.env).some((name) => !known.includes(name))) found.push("the environment");
  return found;
}

const succeeded = () => true;
const failed = () => false;

/** "refused": by the system call filter, before any network was asked. */
function reach(port: number): Promise<"reached" | "missed" | "refused"> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: 1_000 });
    const end = (how: "reached" | "missed" | "refused") => {
      socket.destroy();
      resolve(how);
    };
    socket.once("connect", () => end("reached"));
    socket.once("error", (error: NodeJS.ErrnoException) => end(error.code === "EPERM" ? "refused" : "missed"));
    socket.once("timeout", () => end("missed"));
  });
}
