import { expect, test } from "vitest";
import { newRecoveryCodes, recoveryCodeHash } from "./recovery-codes.ts";

test("there are ten different recovery codes of four groups", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9a-hj-km-np-tv-z]{4}-){3}[0-9a-hj-km-np-tv-z]{4}$/);
});

test("a recovery code is the same however it is typed", () => {
  const typed = ["k0qm-x1vd-1a2b-cdef", "K0QM X1VD 1A2B CDEF", "koqmxivdla2bcdef", " k0qm-xlvd-ia2b-cdef "];
  expect(new Set(typed.map(recoveryCodeHash)).size).toBe(1);
  expect(recoveryCodeHash("k0qm-x1vd-1a2b-cdee")).not.toBe(recoveryCodeHash("k0qm-x1vd-1a2b-cdef"));
});
