import { expect, test } from "vitest";
import { tooOld } from "./open-office.ts";

test("a LibreOffice older than the tested version causes a note", () => {
  expect(tooOld("7.4.7.2")).toMatch(/^LibreOffice 7\.4\.7\.2 is older than 25\.2/);
  expect(tooOld("24.8.7.2")).not.toBeNull();
  expect(tooOld("25.2.3.2")).toBeNull();
  expect(tooOld("25.10.1")).toBeNull();
});
