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
 * @returns `$scrypt$ln=15,r=8,p=3$salt$key`, salt and key in base64 without padding; the salt is random, so the same
 *   password gives a different text each time
 */
export async function hashPassword(password: string, cost: HashCost): Promise<string> {
  const salt = randomBytes(saltBytes);
  const parameters = { ln: cost.scryptLn, r: blockSize, p: parallelism };
  return format(parameters, salt, await deriveKey(password, salt, keyBytes, parameters));
}

/**
 * Compares a password with a stored hash.
 * @param stored null when there is no such user: the same work is done, so that the time reveals nothing
 * @returns `right` when the password matches; `outdated` when the hash was made at another cost and should be renewed
 * @throws Error when the stored value does not have the format of `hashPassword`
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
  if (!ln || !r || !p || !salt || !key) throw new Error("A stored password hash does not have the form $scrypt$…");
  return {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64"),
    key: Buffer.from(key, "base64"),
  };
}

/**
 * Hashes computed at once. Each takes 32 MB and one of the four threads of Node's pool: two leave threads for files and
 * the database.
 */
const maxRunning = 2;
/**
 * Hashes that may wait for their turn. The last of sixty waits about fifteen seconds; further ones are refused at once.
 */
const maxWaiting = 60;
let running = 0;
const waiting: (() => void)[] = [];

async function deriveKey(password: string, salt: Buffer, length: number, { ln, r, p }: Parameters): Promise<Buffer> {
  await takeTurn();
  try {
    const options = { N: 2 ** ln, r, p, maxmem: 2 * 128 * r * (2 ** ln + p) };
    // The same password may be composed differently when typed on a Mac and on Windows (Unicode TR 15).
    return await derive(password.normalize("NFKC"), salt, length, options);
  } finally {
    passTurn();
  }
}

async function takeTurn(): Promise<void> {
  if (running < maxRunning) {
    running += 1;
    return;
  }
  if (waiting.length >= maxWaiting) {
    throw new AppError("service-busy", "Many people are signing in right now. Try again in a minute.", {
      retryAfterSeconds: 30,
    });
  }
  await new Promise<void>((resolve) => waiting.push(resolve));
}

/** Hands the turn directly to the longest-waiting caller, so that no newer caller can take it first. */
function passTurn(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
