import { z } from "zod";
import { emailTexts } from "./email-text.ts";
import { blankIsNull, email, emailField, id, instant, line, shownName } from "./fields.ts";
import { light } from "./jobs.ts";
import { customersPerImport } from "./limits.ts";
import { preferredPdfs } from "./pdf-preference.ts";

/** Body of a new customer. An empty output email, company or reference means "none". */
export const customerInput = z.object({
  name: shownName({
    maxCharacters: 200,
    tooLong: "Keep the name under 201 characters",
    missing: "Name is required",
  }),
  email: emailField,
  outputEmail: blankIsNull(email),
  company: blankIsNull(
    shownName({
      maxCharacters: 200,
      tooLong: "Keep the company under 201 characters",
      missing: "The company has no visible character",
    }),
  ),
  /** The practice's own number for the customer; unique within the practice when given. */
  reference: blankIsNull(line(60, "Keep the reference under 61 characters")),
  /** "None": use the inbox's usual format, or the practice's settings. */
  preferredPdfs: blankIsNull(z.enum(preferredPdfs, "Choose one of the listed PDF formats for this customer")),
  /** "None": the text of an email is printed when it says more than a greeting and a signature. */
  emailText: blankIsNull(z.enum(emailTexts, "Choose whether the text of emails is printed")),
});
export type CustomerInput = z.infer<typeof customerInput>;

/**
 * A change replaces name, email, output email and company. The newer fields keep their values when left out, because
 * older API clients do not send them.
 */
export const customerChange = customerInput.extend({
  ...customerInput.omit({ name: true, email: true, outputEmail: true, company: true }).partial().shape,
  /**
   * The values that the caller had read. A field that the caller did not change keeps a newer value written by another
   * user; a field that both changed is refused. Without `was`, the last save wins.
   */
  was: customerInput.partial().optional(),
});
export type CustomerChange = z.infer<typeof customerChange>;

export const customer = z
  .object({
    id,
    name: z.string(),
    email: z.string(),
    outputEmail: z.string().nullable(),
    company: z.string().nullable(),
    reference: z.string().nullable(),
    preferredPdfs: z.enum(preferredPdfs).nullable(),
    emailText: z.enum(emailTexts).nullable(),
    createdAt: instant,
    archivedAt: instant.nullable(),
  })
  .meta({ id: "Customer" });
export type Customer = z.infer<typeof customer>;

/**
 * GET /api/customers and /api/customers/last-jobs: all customers unless `limit` is set; `cursor` is the id of the last
 * customer of the previous page.
 */
export const customerList = z.object({
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: id.optional(),
});
export type CustomerList = z.infer<typeof customerList>;

/**
 * POST /api/customers/import: imports all rows, or none and returns the errors by row. Each row is validated as a
 * `customerInput` on its own, so that one wrong address is an error of its row and not of the request.
 */
export const customerImport = z.object({
  customers: z.array(z.record(z.string(), z.unknown())).min(1).max(customersPerImport),
});
/** Result of an import; `row` counts from 0. */
export const customerImportResult = z
  .object({ created: z.int(), errors: z.array(z.object({ row: z.int(), message: z.string() })) })
  .meta({ id: "CustomerImportResult" });
export type CustomerImportResult = z.infer<typeof customerImportResult>;

/** GET /api/customers/last-jobs: the newest job of each customer that has one, the newest customer first. */
export const customerLastJob = z
  .object({ customerId: id, jobId: id, createdAt: instant, light, jobs: z.int(), unfinished: z.int() })
  .meta({ id: "CustomerLastJob" });
export type CustomerLastJob = z.infer<typeof customerLastJob>;

/** GET /api/customers/export: a CSV of the `customerColumns` that the import reads back. */
export const customerExport = z.object({ show: z.enum(["current", "archived"]).default("current") });
