import { expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

const cheap = { scryptLn: 4 };

test("[S9.17] a hash contains its parameters and never the password", async () => {
  const hash = await hashPassword("correct horse", cheap);

  expect(hash).toMatch(/^\$scrypt\$ln=4,r=8,p=3\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{86}$/);
  expect(hash).not.toContain("horse");
});

test("hashing the same password twice gives two different hashes, and both verify", async () => {
  const [first, second] = await Promise.all([
    hashPassword("correct horse", cheap),
    hashPassword("correct horse", cheap),
  ]);

  expect(first).not.toBe(second);
  for (const stored of [first, second]) {
    expect(await verifyPassword("correct horse", stored, cheap)).toEqual({ right: true, outdated: false });
  }
});

test("a wrong password and an unknown user get the same result", async () => {
  const stored = await hashPassword("correct horse", cheap);

  expect(await verifyPassword("Correct horse", stored, cheap)).toEqual({ right: false, outdated: false });
  expect(await verifyPassword("correct horse", null, cheap)).toEqual({ right: false, outdated: false });
});

test("a hash made at another cost still verifies and is reported as outdated", async () => {
  const stored = await hashPassword("correct horse", cheap);

  expect(await verifyPassword("correct horse", stored, { scryptLn: 5 })).toEqual({ right: true, outdated: true });
});

test("composed and decomposed accents are the same password", async () => {
  const stored = await hashPassword("café au lait".normalize("NFC"), cheap);

  expect(await verifyPassword("café au lait".normalize("NFD"), stored, cheap)).toMatchObject({ right: true });
});

test("the full cost works within Node's memory limit", async () => {
  const full = { scryptLn: 15 };
  const stored = await hashPassword("correct horse", full);

  expect(stored).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$/);
  expect(await verifyPassword("correct horse", stored, full)).toEqual({ right: true, outdated: false });
});

test("too many hashes at once are refused beyond the queue's limit, and later ones work again", async () => {
  const settled = await Promise.allSettled(
    Array.from({ length: 80 }, () => hashPassword("correct horse", { scryptLn: 10 })),
  );

  const refused = settled.filter((one) => one.status === "rejected");
  expect(refused).toHaveLength(80 - 62);
  expect(refused[0]).toMatchObject({ reason: { code: "service-busy", retryAfterSeconds: 30 } });
  expect(await hashPassword("correct horse", cheap)).toMatch(/^\$scrypt\$/);
});

test("a stored value of another format is an error, not a wrong password", async () => {
  await expect(verifyPassword("correct horse", "$2b$10$abcdef", cheap)).rejects.toThrow("does not have the form");
});
