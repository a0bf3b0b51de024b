import { beforeEach, expect, test, vi } from "vitest";
import {
  assembly,
  code,
  conversion,
  type Given,
  given,
  later,
  member,
  pdfKeys,
  period,
  ref,
} from "../../../../testing/jobs/repair-database.ts";
import { openText } from "../../../platform/crypto/sealed-text.ts";
import { requireActive } from "../../billing/index.ts";
import { bringBack } from "./bring-back.ts";
import { leaveOut } from "./leave-out.ts";
import { givePassword } from "./repair.ts";

vi.mock("../../billing/index.ts", async (original) => ({ ...(await original<object>()), requireActive: vi.fn() }));
beforeEach(() => {
  vi.mocked(requireActive).mockReset();
});

test.each([
  ["refused", null],
  ["failed", null],
  ["converted", "file-not-failed"],
  ["waiting", "file-not-failed"],
])("the password of a file that is %s is taken, or refused as %s", async (state, refused) => {
  const made = given({ file: { state } });
  const giving = givePassword(made.services, member, ref, "secret");
  if (refused) return await expect(giving).rejects.toEqual(code(refused));
  await giving;
  const [{ password, ...values } = {}] = made.given("update job_files") as { password?: Buffer; state?: string }[];
  expect(password && openText(Buffer.alloc(32, 1), "f1", password)).toBe("secret");
  expect(values).toMatchObject({ state: "waiting", pages: null, warnings: [], turns: [], endedAt: null });
  expect(made.given("update jobs")).toMatchObject([
    { emailsToConfirm: null },
    { assemblyAttempt: 2 },
    { status: "processing" },
  ]);
  expect(made.actions()).toEqual(["file.password-given"]);
  expect(made.queued).toEqual([conversion]);
  expect(requireActive).toHaveBeenCalledOnce();
});

test("the sample needs no subscription", async () => {
  await givePassword(given({ job: { sample: true }, file: { state: "failed" } }).services, member, ref, "secret");
  expect(requireActive).not.toHaveBeenCalled();
});

test("a container whose items wait for a choice takes no password", async () => {
  const { services } = given({ file: { state: "refused", awaitsChoice: true } });
  await expect(givePassword(services, member, ref, "secret")).rejects.toEqual(code("file-not-failed"));
});

test.each<[Given, string]>([
  [{ job: { filesDeletedAt: later } }, "files-deleted"],
  [{ script: { "select jobs": [[]] } }, "job-not-found"],
  [{ script: { "select job_files": [[]] } }, "job-not-found"],
  [{ script: { "select users": [[]] } }, "not-signed-in"],
])("with %j no file is repaired: %s", async (more, refused) => {
  const { services } = given({ file: { state: "failed" }, ...more });
  await expect(givePassword(services, member, ref, "secret")).rejects.toEqual(code(refused));
});

test("an item without pages is brought back with a document, and its PDFs are made again", async () => {
  const made = given({ counts: [1, 0, 1] });
  await bringBack(made.services, member, ref);
  expect(made.given("update job_files")).toEqual([{ state: "waiting", reason: null, message: null }]);
  expect(made.statements.filter(({ does }) => does === "update periods")).toHaveLength(1);
  expect(made.storage.delete).toHaveBeenCalledExactlyOnceWith(pdfKeys);
  expect(made.queued).toEqual([conversion]);
  expect(made.actions()).toEqual(["file.brought-back"]);
  expect(made.announced).toContainEqual({ type: "subscription" });
});

test("an item with pages is brought back without a document", async () => {
  const made = given({ file: { pagesKey: "pages" } });
  await bringBack(made.services, member, ref);
  expect(made.given("update job_files")).toMatchObject([{ state: "converted" }]);
  expect(made.given("update periods")).toEqual([]);
  expect(made.queued).toEqual([assembly]);
});

test.each<[string, Given]>([
  ["another file is unfinished", { counts: [1, 0, 1] }],
  ["no file is left", { counts: [0, 0, 0] }],
])("an item with pages waits when %s", async (_when, more) => {
  const made = given({ file: { pagesKey: "pages" }, ...more });
  await bringBack(made.services, member, ref);
  expect(made.queued).toEqual([]);
});

test("separate PDFs stay when another is added", async () => {
  const made = given({ job: { separatePdfs: true } });
  await bringBack(made.services, member, ref);
  expect(made.storage.delete).toHaveBeenCalledExactlyOnceWith([]);
});

const usedUp = "All 1,000 documents of your plan";

test.each([
  [true, `${usedUp} are used until 20 November 2026. Upgrade to bring it back.`],
  [false, `${usedUp} were used when the period ended on 20 November 2026. Upload the file as a new job.`],
])("without a document left in a period that runs: %s, an item stays away", async (running, message) => {
  const script = { "update periods": [[]], "select periods": [[{ period, running }]] };
  const { services } = given({ script });
  await expect(bringBack(services, member, ref)).rejects.toMatchObject({ code: "quota-reached", message });
});

const none = "has no content to bring back.";
const notAside = "is not set aside any more. Reload the job.";
const name = "z.zip › a.jpg";

test.each<[Given, string]>([
  [{ file: { state: "set-aside", reason: "unsupported" } }, `${name} ${none}`],
  [{ file: { state: "waiting" } }, `${name} ${notAside}`],
  [{ file: { state: "converted", reason: "unsupported", path: null } }, `a.jpg ${notAside}`],
  [{ script: { "count job_files": [1] } }, `Choose first which files of the container of ${name} to convert.`],
  [{ script: { "count job_files": [0, 1] } }, `${name} is unpacked already. Bring back the files inside it.`],
])("with %j an item is not brought back: %s", async (more, message) => {
  const { services } = given(more);
  await expect(bringBack(services, member, ref)).rejects.toMatchObject({ code: "item-not-aside", message });
});

test.each([
  [{}, "job-sent"],
  [{ separateEmails: true }, null],
])("an item of a job %j with emails is brought back, or refused as %s", async (of, refused) => {
  const bringing = bringBack(given({ job: of, deliveries: 1 }).services, member, ref);
  await (refused ? expect(bringing).rejects.toEqual(code(refused)) : bringing);
});

test.each([
  [{}, { isOwnContent: true, originalName: "Message.txt" }, 0],
  [{ rememberForCustomer: true }, { isOwnContent: true, originalName: "Message.txt" }, 1],
  [{ rememberForCustomer: true }, {}, 0],
])("with %j, %j is remembered for %s customers", async (options, of, times) => {
  const back = given({ file: of });
  await bringBack(back.services, member, ref, options);
  expect(back.given("update customers")).toEqual(times ? [{ emailText: "always" }] : []);
  const out = given({ file: { ...of, state: "failed" } });
  await leaveOut(out.services, member, ref, options);
  expect(out.given("update customers")).toEqual(times ? [{ emailText: "never" }] : []);
});

test("a bad file is left out, its document is returned, and the job is assembled", async () => {
  const made = given({ file: { state: "refused" } });
  await leaveOut(made.services, member, ref);
  expect(made.given("update job_files")).toEqual([{ state: "left-out", password: null, awaitsChoice: false }]);
  expect(made.given("update periods")).toHaveLength(1);
  expect(made.given("update jobs")).toMatchObject([{ assemblyAttempt: 2 }, { status: "processing" }]);
  expect(made.storage.delete).toHaveBeenCalledExactlyOnceWith([]);
  expect(made.actions()).toEqual(["file.left-out"]);
  expect(made.queued).toEqual([assembly]);
  expect(made.announced).toContainEqual({ type: "subscription" });
});

test.each([
  [false, ["p1", "j1"]],
  [true, ["p1", "j1", "earlier", ["f1"]]],
])("a converted item is left out of PDFs that are separate: %s, with its document", async (separatePdfs, params) => {
  const made = given({ file: { state: "converted" }, job: { separatePdfs }, counts: [1, 0, 1] });
  await leaveOut(made.services, member, ref);
  expect(made.given("update periods")).toEqual([]);
  expect(made.storage.delete).toHaveBeenCalledExactlyOnceWith(pdfKeys);
  expect(made.statements.find(({ does }) => does === "delete outputs")?.params).toEqual(params);
  expect(made.queued).toEqual([]);
});

test.each<[string, Given, string]>([
  ["uploaded by itself", { file: { state: "converted", parentId: null } }, "file-not-failed"],
  ["already sent", { file: { state: "converted" }, deliveries: 1 }, "file-not-failed"],
  ["the last one", { file: { state: "failed" }, counts: [0, 0, 0] }, "last-file"],
])("a file that is %s is not left out", async (_what, more, refused) => {
  await expect(leaveOut(given(more).services, member, ref)).rejects.toEqual(code(refused));
});

test("the items of a container that waits for a choice are set aside with it", async () => {
  const made = given({ file: { state: "refused", awaitsChoice: true } });
  await leaveOut(made.services, member, ref);
  expect(made.given("update job_files")).toMatchObject([{ password: null }, { state: "left-out" }]);
});
