import type { CustomerColumn } from "@sheaf/contracts/customer-columns.ts";
import type { RegisterOptions } from "react-hook-form";
import type { CustomerForm } from "../../api/customers.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";

/** A field of a customer in the dialog and in the table of customers. */
interface CustomerField {
  type?: "email";
  /** Two such fields are side by side in the dialog. */
  half?: true;
  /** Checked while typing; the server validates again. */
  rules: RegisterOptions<CustomerForm, CustomerColumn>;
  /** Its column in the table; null where the field has no column of its own. */
  column: {
    /** `c-ref` is narrow and the first to be hidden on a narrow screen, `c-mail` is wide. */
    className: string;
    /** Class of plain text in its cells. */
    look?: string;
    /** Heading; defaults to the field's title. */
    label?: string;
    /** Name in the query string that sorts by it; defaults to the field's name. */
    name?: string;
  } | null;
}

const emailShape = {
  pattern: { value: emailPattern, message: emailMessage },
  maxLength: { value: 254, message: "Keep the email address under 255 characters" },
};

/** In the order of the table's columns. The dialog uses the same fields in the order of `customerColumns`. */
export const customerFields: Record<CustomerColumn, CustomerField> = {
  name: {
    rules: {
      validate: (value) => value.trim() !== "" || "Name is required",
      maxLength: { value: 200, message: "Keep the name under 201 characters" },
    },
    column: { className: "c-main", label: "Customer" },
  },
  company: {
    half: true,
    rules: { maxLength: { value: 200, message: "Keep the company under 201 characters" } },
    // Shown below the name.
    column: null,
  },
  reference: {
    half: true,
    rules: { maxLength: { value: 60, message: "Keep the reference under 61 characters" } },
    column: { className: "c-ref", look: "num mute sm" },
  },
  email: {
    type: "email",
    rules: { required: "Email is required", ...emailShape },
    column: { className: "c-mail", look: "sm dim" },
  },
  outputEmail: {
    type: "email",
    rules: emailShape,
    column: { className: "c-out", label: "Accounting inbox", name: "inbox" },
  },
};
