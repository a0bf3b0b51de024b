import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "../../../../platform/errors.ts";
import { checkKey, renewing } from "./upload-hold.ts";
import { openUpload, type Upload } from "./upload-request.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

class Raw extends EventEmitter {
  complete = false;
  destroyed = false;
  writableFinished = false;
  calls: string[] = [];
  unpipe = () => void this.calls.push("unpipe");
  resume = () => void this.calls.push("resume");
  destroy = () => {
    this.destroyed = true;
  };
}

function connection(headers: Record<string, string> = {}, isMultipart = true) {
  const [incoming, outgoing] = [new Raw(), new Raw()];
  const request = { headers, raw: incoming, isMultipart: () => isMultipart, parts: () => "parts" };
  const open = <Result>(receive: (upload: Upload) => Promise<Result>) =>
    openUpload(request as never, { raw: outgoing } as never, receive);
  return { incoming, outgoing, open };
}

test.each([
  [70, true],
  [71, false],
])("a form with a boundary of %d characters is read: %s", async (length, isRead) => {
  for (const boundary of ["b".repeat(length), `"${"b".repeat(length)}"`]) {
    const opened = connection({ "content-type": `multipart/form-data; boundary=${boundary}` }).open(async () => "read");
    if (isRead) expect(await opened).toBe("read");
    else await expect(opened).rejects.toMatchObject({ code: "bad-request" });
  }
});

test("a body that is no form is refused", async () => {
  await expect(connection({}, false).open(async () => "read")).rejects.toMatchObject({ code: "bad-request" });
});

test("an upload has its key and its size, and 0 when no size is stated", async () => {
  const facts = async ({ idempotencyKey, sizeBytes }: Upload) => [idempotencyKey, sizeBytes];
  const given = { "idempotency-key": "key-1", "content-length": "700" };
  expect(await connection(given).open(facts)).toEqual(["key-1", 700]);
  expect(await connection().open(facts)).toEqual([undefined, 0]);
});

test("an upload that sends nothing for a minute is cut off, each byte gives it another minute", async () => {
  const { incoming, open } = connection();
  await open(async ({ parts }) => {
    expect(parts()).toBe("parts");
    vi.advanceTimersByTime(59_999);
    incoming.emit("data", Buffer.alloc(1));
    vi.advanceTimersByTime(59_999);
    expect(incoming.destroyed).toBe(false);
    vi.advanceTimersByTime(1);
    expect(incoming.destroyed).toBe(true);
  });
});

test("an upload that was received is not cut off later", async () => {
  const { incoming, outgoing, open } = connection();
  await open(async ({ parts }) => parts());
  vi.advanceTimersByTime(120_000);
  expect([incoming.destroyed, outgoing.listenerCount("close"), vi.getTimerCount()]).toEqual([false, 0, 0]);
});

test("a client that disconnects aborts its upload, one that has its response does not", async () => {
  const { outgoing, open } = connection();
  await expect(
    open(async ({ signal }) => {
      outgoing.emit("close");
      signal.throwIfAborted();
    }),
  ).rejects.toMatchObject({ code: "upload-interrupted" });

  const finished = connection();
  finished.outgoing.writableFinished = true;
  await finished.open(async ({ signal }) => {
    finished.outgoing.emit("close");
    signal.throwIfAborted();
  });
});

test.each([
  [Object.assign(new Error("x"), { code: "FST_MP_PREMATURE_CLOSE" }), true],
  [new Error("Unexpected end of form"), true],
  [new Error("Part terminated early"), true],
  [new Error("Malformed part header"), true],
  [new Error("An Unexpected end of form"), false],
  [new Error("odd"), false],
  ["text", false],
])("after %s the upload counts as interrupted: %s", async (error, isInterrupted) => {
  const opened = connection().open(() => Promise.reject(error));
  if (isInterrupted) await expect(opened).rejects.toMatchObject({ code: "upload-interrupted", cause: error });
  else await expect(opened).rejects.toBe(error);
});

const refusal = new AppError("too-many-files", "Too many.");

test("the rest of a refused upload is discarded, up to 256 MB", async () => {
  const { incoming, open } = connection();
  await expect(open(() => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(incoming.calls).toEqual(["unpipe", "resume"]);
  incoming.emit("data", { length: 256 * 1_048_576 });
  expect(incoming.destroyed).toBe(false);
  incoming.emit("data", { length: 1 });
  expect(incoming.destroyed).toBe(true);
});

test("a refused upload may go on for two minutes, and nothing is left behind when it ends", async () => {
  const { incoming, open } = connection();
  await expect(open(() => Promise.reject(refusal))).rejects.toBe(refusal);
  vi.advanceTimersByTime(119_999);
  expect(incoming.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(incoming.destroyed).toBe(true);

  const ended = connection();
  await expect(ended.open(() => Promise.reject(refusal))).rejects.toBe(refusal);
  ended.incoming.emit("close");
  expect(vi.getTimerCount()).toBe(0);
});

test.each(["complete", "destroyed"] as const)("a refused upload that is %s has no rest to discard", async (state) => {
  const { incoming, open } = connection();
  incoming[state] = true;
  await expect(open(() => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(incoming.calls).toEqual([]);
});

test.each(["a", "!~", "k".repeat(200)])("the key %s is accepted", (key) => {
  expect(checkKey(key)).toBe(key);
});

test.each(["", "k".repeat(201), "a b", "é", ["a", "b"]])("the key %j is refused", (key) => {
  expect(() => checkKey(key)).toThrow(expect.objectContaining({ code: "bad-request" }));
});

test("an upload renews its hold every five seconds while it sends", async () => {
  let renewals = 0;
  const update = { set: () => update, where: () => Promise.reject(new Error("away")).finally(() => renewals++) };
  const onBytes = renewing({ update: () => update } as never, { practiceId: "p", key: "k", jobId: "j", keyed: true });
  onBytes();
  await vi.advanceTimersByTimeAsync(4_999);
  onBytes();
  await vi.advanceTimersByTimeAsync(0);
  expect(renewals).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  onBytes();
  onBytes();
  await vi.advanceTimersByTimeAsync(0);
  expect(renewals).toBe(1);
});
