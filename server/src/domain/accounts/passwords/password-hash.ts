import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AppError } from "../../../platform/errors.ts";

/** N = 2^ln: 2^15 with r = 8, p = 3 takes about half a second and 32 MB (OWASP Password Storage, scrypt). */
export interface HashCost {
  scryptLn: number;
}

const blockSize = 8;
const parallelism = 3;
const keyBytes = 64;
const saltBytes = 16;

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * @returns `$scrypt$ln=15,r=8,p=3$salt$key`, both in base64 without padding; the same password never gives the same
 *   text twice
 */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const parameters = { ln: cost.scryptLn, r: blockSize, p: parallelism };
  return format(parameters, salt, await deriveKey(password, salt, keyBytes, parameters));
}

/**
 * @param stored null when nobody has that name: as much work is done, so that time tells nothing
 * @returns whether it is right, and whether the hash was made at another cost and should be made anew
 * @throws Error when what is stored is not a hash of ours
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  cost: HashCost,
): Promise<{ right: boolean; outdated: boolean }> {
  if (stored === null) {
    await hashPassword(password, cost);
    return { right: false, outdated: false };
  }
  const { parameters, salt, key } = parse(stored);
  const given = await deriveKey(password, salt, key.length, parameters);
  const wanted = { ln: cost.scryptLn, r: blockSize, p: parallelism };
  const outdated = format(wanted, salt, key) !== stored;
  return { right: timingSafeEqual(given, key), outdated };
}

interface Parameters {
  ln: number;
  r: number;
  p: number;
}

const format = ({ ln, r, p }: Parameters, salt: Buffer, key: Buffer) =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;

const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

const pattern = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{16,})\$([A-Za-z0-9+/]{43,})$/;

function parse(stored: string): { parameters: Parameters; salt: Buffer; key: Buffer } {
  const [, ln, r, p, salt, key] = pattern.exec(stored) ?? [];
  if (!ln || !r || !p || !salt || !key) throw new Error("A stored password hash is not of the form $scrypt$…");
  return {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

/** A hash takes a thread of Node's four and 32 MB: two at once leave room for files and the database. */
const atOnce = 2;
/** Sixty wait some fifteen seconds; whoever comes after them is better told so at once. */
const mostWaiting = 60;
let running = 0;
const waiting: (() => void)[] = [];

async function deriveKey(password: string, salt: Buffer, length: number, { ln, r, p }: Parameters): Promise<Buffer> {
  await takeTurn();
  try {
    const options = { N: 2 ** ln, r, p, maxmem: 2 * 128 * r * (2 ** ln + p) };
    // The same word typed on a Mac and on Windows may be composed differently (Unicode TR 15).
    return await derive(password.normalize("NFKC"), salt, length, options);
  } finally {
    passTurn();
  }
}

async function takeTurn(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= mostWaiting) {
    throw new AppError("service-busy", "Many people are signing in right now. Try again in a minute.", {
      retryAfterSeconds: 30,
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** The turn goes to the one who waits longest; nobody who comes meanwhile gets between. */
function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
