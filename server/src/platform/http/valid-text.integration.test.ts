import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPractice, type Practice } from "../../../testing/jobs/practice.ts";
import { startTestServer, type TestServer } from "../../../testing/server.ts";
import { arrivalItems } from "../../domain/arrivals/table.ts";

let server: TestServer;
let anna: Practice;
beforeAll(async () => {
  server = await startTestServer();
  anna = await openPractice(server);
});
afterAll(() => server.close());

const around = (before: string, after: string) =>
  Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]);
const post = (url: string, payload: Buffer, contentType: string) =>
  server.app.inject({
    method: "POST",
    url,
    payload,
    headers: { "content-type": contentType, cookie: anna.cookies() },
  });

test("a body or a query that is not valid UTF-8 is refused", async () => {
  const body = await post("/api/customers", around('{"name":"Oak', '","email":"o@example.com"}'), "application/json");
  expect(body.statusCode).toBe(400);
  expect(body.json()).toMatchObject({ code: "bad-request" });
  expect((await anna.get("/api/jobs?q=%FF")).statusCode).toBe(400);
  expect((await anna.get("/api/jobs?q=50%25")).statusCode).toBe(200);
  const names = (await anna.get("/api/customers")).json().map(({ name }: { name: string }) => name);
  expect(names).toEqual(["Bright Bakery"]);
});

test("a file name that is not UTF-8 is refused; one with invisible characters is displayed without them and stored as sent", async () => {
  const form = (name: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `--edge\r\nContent-Disposition: form-data; name="customerId"\r\n\r\n${anna.customerId}\r\n` +
          '--edge\r\nContent-Disposition: form-data; name="files"; filename="',
      ),
      name,
      Buffer.from('"\r\n\r\ncontent\r\n--edge--\r\n'),
    ]);
  const upload = (name: Buffer) => post("/api/jobs", form(name), "multipart/form-data; boundary=edge");
  const refused = await upload(around("a", ".pdf"));
  expect(refused.statusCode).toBe(400);
  expect(refused.json().code).toBe("bad-file-name");

  const sentName = "invoice\u202efdp.txt";
  const taken = await upload(Buffer.from(sentName));
  expect(taken.statusCode, taken.body).toBe(201);
  expect(taken.json().files[0].originalName).toBe("invoicefdp.txt");
  const ofFile = eq(arrivalItems.fileId, taken.json().files[0].id);
  const [item] = await server.services.db.select().from(arrivalItems).where(ofFile);
  expect(item?.sentName).toBe(sentName);
});
