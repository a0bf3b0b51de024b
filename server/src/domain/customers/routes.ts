import {
  type CustomerLastJob,
  type CustomerList,
  customer,
  customerChange,
  customerExport,
  customerImport,
  customerImportResult,
  customerInput,
  customerLastJob,
  customerList,
} from "@sheaf/contracts/customers.ts";
import { id } from "@sheaf/contracts/fields.ts";
import { MB } from "@sheaf/contracts/limits.ts";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { dayOf } from "../../platform/calendar-day.ts";
import type { Config } from "../../platform/config/config.ts";
import { databaseNow } from "../../platform/db/clock.ts";
import type { Db } from "../../platform/db/connect.ts";
import { contentDisposition } from "../../platform/http/content-disposition.ts";
import { linkNext } from "../../platform/http/link-next.ts";
import { longList } from "../../platform/http/long-list.ts";
import { noContent } from "../../platform/http/no-content.ts";
import { membersOnly, requireMember } from "../access/member.ts";
import { exportCustomers } from "./export.ts";
import { importCustomers } from "./import.ts";
import {
  addCustomer,
  archiveCustomer,
  changeCustomer,
  deleteCustomer,
  type ForgetCustomer,
  listCustomers,
  restoreCustomer,
} from "./service.ts";

const one = z.object({ id });
/** Enough for the maximum number of rows with the longest values, as JSON. */
const importBytes = 8 * MB;

interface Needs {
  db: Db;
  config: Config;
  forgetCustomer: ForgetCustomer;
  /** Lists the newest job of each customer that has one. */
  lastJobs(db: Db, practiceId: string, page: CustomerList): Promise<CustomerLastJob[]>;
}

/** Routes below /api/customers: the practice's customers. */
export const customerRoutes: FastifyPluginAsyncZod<Needs> = async (app, { db, config, forgetCustomer, lastJobs }) => {
  const tags = ["customers"];
  // A request without a session gets no details about its other errors.
  app.addHook("preValidation", membersOnly);

  app.get(
    "/",
    { schema: { tags, querystring: customerList, response: { 200: z.array(customer) } }, ...longList },
    async (request, reply) => {
      const { practiceId } = requireMember(request);
      const { customers, total } = await listCustomers(db, practiceId, request.query);
      reply.header("x-total-count", total);
      const { limit } = request.query;
      if (limit) linkNext(reply, "/api/customers", limit, customers);
      return customers;
    },
  );

  app.post("/", { schema: { tags, body: customerInput, response: { 201: customer } } }, async (request) =>
    addCustomer(db, requireMember(request), request.body),
  );

  const rows = {
    tags,
    summary: "Import a list of customers",
    description: "Adds all rows, or none with the errors of each row.",
    body: customerImport,
    response: { 200: customerImportResult },
  };
  // The schema serves only as documentation and is not validated: `importCustomers` has its own error for an invalid
  // body.
  const withoutValidation = {
    schema: rows,
    validatorCompiler: () => (value: unknown) => ({ value }),
    bodyLimit: importBytes,
  };
  // The session is checked in `onRequest`, before the large body is read.
  app.post("/import", { ...withoutValidation, onRequest: membersOnly }, async (request) =>
    importCustomers(db, requireMember(request), request.body),
  );

  const csv = { tags, summary: "Export the customers as CSV for the import", querystring: customerExport };
  app.get("/export", { schema: csv }, async (request, reply) => {
    const { show } = request.query;
    const list = show === "archived" ? "Archived customers" : "Customers";
    const name = `${list} ${dayOf(await databaseNow(db), config.timeZone)}.csv`;
    return reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", contentDisposition("attachment", name))
      .send(await exportCustomers(db, requireMember(request), show));
  });

  const newest = {
    tags,
    summary: "List the newest job of each customer",
    querystring: customerList,
    response: { 200: z.array(customerLastJob) },
  };
  app.get("/last-jobs", { schema: newest, ...longList }, async (request) =>
    lastJobs(db, requireMember(request).practiceId, request.query),
  );

  app.put(
    "/:id",
    { schema: { tags, params: one, body: customerChange, response: { 200: customer } } },
    async (request) => changeCustomer(db, requireMember(request), request.params.id, request.body),
  );

  app.delete("/:id", { schema: { tags, params: one, response: { 204: noContent } } }, async (request) =>
    deleteCustomer(db, requireMember(request), request.params.id, forgetCustomer),
  );

  app.post("/:id/archive", { schema: { tags, params: one, response: { 200: customer } } }, async (request) =>
    archiveCustomer(db, requireMember(request), request.params.id),
  );

  app.post("/:id/restore", { schema: { tags, params: one, response: { 200: customer } } }, async (request) =>
    restoreCustomer(db, requireMember(request), request.params.id),
  );
};
