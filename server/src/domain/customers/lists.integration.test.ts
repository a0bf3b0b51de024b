import { customerLastJob, customer as customerOfList } from "@sheaf/contracts/customers.ts";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newClient } from "../../../testing/client.ts";
import { type SignedIn, signIn, startTestServer, type TestServer } from "../../../testing/server.ts";
import { newId } from "../../platform/ids.ts";
import { auditLog } from "../audit/table.ts";
import { deliveries } from "../delivery/table.ts";
import { jobFiles, jobs } from "../jobs/table.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const aRow = (more: object = {}) => ({ name: "Bright Bakery", email: "hello@bakery.example", ...more });
const send = (who: SignedIn, customers: unknown) => who.post("/api/customers/import", { customers } as object);
const namesOf = async (who: SignedIn) =>
  (await who.get("/api/customers")).json().map((one: { name: string }) => one.name);

describe("an imported list", () => {
  test("becomes customers in its order, with empty cells as null", async () => {
    const anna = await signIn(server);
    const answer = await send(anna, [
      aRow({ name: "First", outputEmail: " inbox@books.example ", company: "", reference: "F-1" }),
      aRow({ name: "Second" }),
      aRow({ name: "Third" }),
    ]);

    expect([answer.statusCode, answer.json()]).toEqual([200, { created: 3, errors: [] }]);
    expect(await namesOf(anna)).toEqual(["First", "Second", "Third"]);
    const all = (await anna.get("/api/customers")).json();
    expect(customerOfList.array().parse(all)).toEqual(all);
    const [first] = all;
    expect(first).toMatchObject({ outputEmail: "inbox@books.example", company: null, reference: "F-1" });
  });

  test("with any error adds no customer and returns the errors by row", async () => {
    const anna = await signIn(server);
    await anna.post("/api/customers", aRow({ name: "The Kestrel Inn", reference: "KES-1" }));
    const answer = await send(anna, [
      aRow({ name: "Good" }),
      aRow({ name: " " }),
      aRow({ email: "hello@" }),
      aRow({ reference: "kes-1" }),
      aRow({ reference: "NEW-1" }),
      aRow({ reference: "new-1" }),
    ]);

    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      created: 0,
      errors: [
        { row: 1, message: "Name is required." },
        { row: 2, message: "Enter a valid email address." },
        { row: 3, message: "The Kestrel Inn has the reference kes-1 already." },
        { row: 5, message: "Row 5 of this list has the reference new-1 too." },
      ],
    });
    expect(await namesOf(anna)).toEqual(["The Kestrel Inn"]);
  });

  test("finds equal references that the database lower-cases differently from JavaScript", async () => {
    const anna = await signIn(server);
    await anna.post("/api/customers", aRow({ name: "Ὁδός", reference: "ΟΔΟΣ-1" }));
    const answer = await send(anna, [
      aRow({ reference: "οδοσ-1" }),
      aRow({ reference: "ΟΔΟΣ-1" }),
      aRow({ reference: "İ-1" }),
      aRow({ reference: "i-1" }),
    ]);

    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        created: 0,
        errors: [
          { row: 0, message: "Ὁδός has the reference οδοσ-1 already." },
          { row: 1, message: "Row 1 of this list has the reference ΟΔΟΣ-1 too." },
          { row: 1, message: "Ὁδός has the reference ΟΔΟΣ-1 already." },
          { row: 3, message: "Row 3 of this list has the reference i-1 too." },
        ],
      },
    ]);
  });

  test("that is sent twice at once is added once", async () => {
    const anna = await signIn(server);
    const rows = Array.from({ length: 40 }, (_, index) => aRow({ reference: `R-${index}` }));
    const answers = await Promise.all([send(anna, rows), send(anna, rows)]);

    expect(answers.map((answer) => answer.json().created).toSorted((a, b) => a - b)).toEqual([0, 40]);
    expect(await namesOf(anna)).toHaveLength(40);
  });

  test("may contain a reference that another practice uses", async () => {
    const stranger = await signIn(server);
    await send(stranger, [aRow({ reference: "S-1" })]);

    expect((await send(await signIn(server), [aRow({ reference: "S-1" })])).json().created).toBe(1);
  });

  test.each([
    ["nothing", undefined, "Send a list of 1 to 2,000 customers"],
    ["no rows", [], "Send a list of 1 to 2,000 customers"],
    ["text instead of rows", ["Bright Bakery"], "Send a list of 1 to 2,000 customers"],
    ["one row too many", Array.from({ length: 2001 }, () => aRow()), "2,000 rows at most"],
  ])("with %s is refused as a whole", async (_, rows, message) => {
    const answer = await send(await signIn(server), rows);

    expect([answer.statusCode, answer.json().code]).toEqual([422, "import-refused"]);
    expect(answer.json().message).toContain(message);
  });

  test("may have the maximum number of rows with the longest values", async () => {
    const anna = await signIn(server);
    const long = (place: number) => ({
      name: "n".repeat(200),
      company: "c".repeat(200),
      reference: `${place}`.padStart(60, "0"),
      email: `a@${"e".repeat(60)}.example`,
      outputEmail: `b@${"f".repeat(60)}.example`,
    });
    const answer = await send(
      anna,
      Array.from({ length: 2000 }, (_, place) => long(place)),
    );

    expect(answer.json()).toEqual({ created: 2000, errors: [] });
  });
});

describe("the export", () => {
  test("contains all fields, sorted by name, with formulas escaped", async () => {
    const anna = await signIn(server);
    await send(anna, [
      aRow({ name: "Zoë’s “Café”, Leeds", company: "=HYPERLINK(1)", reference: "-7" }),
      aRow({ name: "Abbey", outputEmail: "abbey@dext.cc" }),
    ]);

    const answer = await anna.get("/api/customers/export");

    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(/^attachment; filename="Customers \d{4}-\d\d-\d\d\.csv"/);
    expect(answer.bytes.toString("utf8")).toBe(
      [
        "\uFEFFName,Email,Output email,Company,Reference",
        "Abbey,hello@bakery.example,abbey@dext.cc,,",
        "\"Zoë’s “Café”, Leeds\",hello@bakery.example,,'=HYPERLINK(1),'-7",
        "",
      ].join("\r\n"),
    );
  });

  test("contains the requested list, of this practice only", async () => {
    const anna = await signIn(server);
    const { id } = (await anna.post("/api/customers", aRow({ name: "Gone" }))).json();
    await anna.post(`/api/customers/${id}/archive`);
    await anna.post("/api/customers", aRow({ name: "Here" }));
    const stranger = await signIn(server);

    expect((await anna.get("/api/customers/export")).body).not.toContain("Gone");
    expect((await anna.get("/api/customers/export?show=archived")).body).toMatch(/Gone/);
    expect((await stranger.get("/api/customers/export")).body).not.toContain("Here");
  });
});

describe("the newest job of each customer", () => {
  const path = "/api/customers/last-jobs";
  const customer = async (who: SignedIn, name: string) =>
    (await who.post("/api/customers", aRow({ name }))).json().id as string;

  async function aJob(who: SignedIn, customerId: string, status: "processing" | "completed", fileStates: string[]) {
    const { practiceId } = who;
    const id = newId();
    await server.services.db.insert(jobs).values({
      practiceId,
      id,
      status,
      customerId,
      customerName: "Bright Bakery",
      customerEmail: "hello@bakery.example",
      uploadedById: who.userId,
      uploadedByName: "Anna",
      periodId: newId(),
      sendEmail: false,
      separateEmails: false,
      separatePdfs: false,
      copyToCustomer: false,
    });
    await server.services.db.insert(jobFiles).values(
      fileStates.map((state, position) => ({
        practiceId,
        jobId: id,
        id: newId(),
        position,
        originalName: "a.pdf",
        type: "pdf",
        sizeBytes: 1,
        sha256: "",
        state: state as "converted",
      })),
    );
    return id;
  }

  test("is returned with its traffic light and the number of jobs", async () => {
    const anna = await signIn(server);
    const [bakery, inn] = [await customer(anna, "Bakery"), await customer(anna, "Inn")];
    await customer(anna, "Nothing yet");
    await aJob(anna, bakery, "completed", ["converted"]);
    await aJob(anna, bakery, "processing", ["converting"]);
    const last = await aJob(anna, bakery, "processing", ["converted", "refused"]);
    const ready = await aJob(anna, inn, "completed", ["converted", "converted"]);

    const answer = (await anna.get(path)).json();

    expect(answer).toHaveLength(2);
    expect(customerLastJob.array().parse(answer)).toEqual(answer);
    expect(answer).toContainEqual({
      customerId: bakery,
      jobId: last,
      createdAt: expect.any(String),
      jobs: 3,
      unfinished: 2,
      light: { colour: "red", word: "Needs you" },
    });
    expect(answer).toContainEqual(
      expect.objectContaining({ customerId: inn, jobId: ready, jobs: 1, light: { colour: "green", word: "Ready" } }),
    );
  });

  test("is red when its email bounced, until the email is replaced", async () => {
    const anna = await signIn(server);
    const bakery = await customer(anna, "Bakery");
    const jobId = await aJob(anna, bakery, "completed", ["converted"]);
    const refused = newId();
    await server.services.db.insert(deliveries).values({
      practiceId: anna.practiceId,
      jobId,
      id: refused,
      position: 0,
      recipient: "x@example.com",
      subject: "Documents",
      isCopy: false,
      outputIds: [newId()],
      state: "bounced" as const,
    });
    const light = async () => (await anna.get(path)).json()[0].light.word;

    expect(await light()).toBe("Needs you");
    await server.services.db
      .update(deliveries)
      .set({ replacedById: newId() })
      .where(and(eq(deliveries.practiceId, anna.practiceId), eq(deliveries.id, refused)));
    expect(await light()).toBe("Ready");
  });

  test("can be read page by page", async () => {
    const anna = await signIn(server);
    const added: string[] = [];
    for (const name of ["Bakery", "Inn", "Mill", "Forge", "Nothing yet"]) added.push(await customer(anna, name));
    for (const id of added.slice(0, 4)) await aJob(anna, id, "completed", ["converted"]);
    await aJob(anna, added[1] ?? "", "processing", ["converting"]);
    const ask = async (query: string) => customerLastJob.array().parse((await anna.get(`${path}${query}`)).json());

    const first = await ask("?limit=2");
    const rest = await ask(`?limit=3&cursor=${first.at(-1)?.customerId}`);

    const [bakery, inn, mill, forge] = added;
    expect(first.map((last) => last.customerId)).toEqual([forge, mill]);
    expect(rest.map(({ customerId, jobs, unfinished }) => [customerId, jobs, unfinished])).toEqual([
      [inn, 2, 1],
      [bakery, 1, 0],
    ]);
    expect([...first, ...rest]).toEqual(await ask(""));
  });

  test("is not returned to another practice", async () => {
    const anna = await signIn(server);
    await aJob(anna, await customer(anna, "Bakery"), "completed", ["converted"]);

    expect((await (await signIn(server)).get(path)).json()).toEqual([]);
  });
});

test.each(["get /api/customers/export", "get /api/customers/last-jobs", "post /api/customers/import"])(
  "%s is refused without a session",
  async (call) => {
    const [method, path] = call.split(" ") as ["get" | "post", string];
    expect((await newClient(server.app)[method](path)).statusCode).toBe(401);
  },
);

test("the audit log records imports and exports with their number of customers", async () => {
  const anna = await signIn(server);
  await send(anna, [aRow(), aRow()]);
  await anna.get("/api/customers/export");

  const entries = await server.services.db
    .select({ action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .where(and(eq(auditLog.practiceId, anna.practiceId), eq(auditLog.userId, anna.userId)));

  expect(entries).toContainEqual({ action: "customers.imported", detail: { customers: 2 } });
  expect(entries).toContainEqual({ action: "customers.exported", detail: { customers: 2 } });
});
