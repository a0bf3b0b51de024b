import { readFile } from "node:fs/promises";
import { connect } from "node:net";

/** Resources that a sandboxed process must not be able to reach. */
export interface Forbidden {
  /** A file that only the host can read. */
  path: string;
  /** A port on the host's 127.0.0.1 that accepts connections. */
  port: number;
}

/**
 * Tries the attacks of a hostile document from inside the sandbox.
 * @returns what could be reached, as phrases for a message
 */
export async function leaks({ path, port }: Forbidden): Promise<string[]> {
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

/**
 * Tries to connect to a port. "refused" means that the system call filter refused the socket before any network access.
 */
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
