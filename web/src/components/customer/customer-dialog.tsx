import { customerColumns, isRequired } from "@sheaf/contracts/customer-columns.ts";
import type { Customer } from "@sheaf/contracts/customers.ts";
import { destinationOf } from "@sheaf/contracts/destinations.ts";
import { emailTexts } from "@sheaf/contracts/email-text.ts";
import { preferenceOf, preferredPdfs } from "@sheaf/contracts/pdf-preference.ts";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { type CustomerFields, type CustomerForm, useAddCustomer, useChangeCustomer } from "../../api/customers.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { DialogButtons } from "../../ui/dialog-buttons.tsx";
import { FieldError, SelectField, TextField } from "../../ui/field.tsx";
import { customerFields } from "./customer-fields.ts";
import { emailTextWords } from "./email-text-words.ts";
import { pdfWords } from "./pdf-words.ts";

type TypedField = (typeof customerColumns)[number];
const isHalf = ([field]: TypedField) => customerFields[field].half === true;

interface CustomerDialogProps {
  /** The customer to change; without one a customer is added. */
  customer?: Customer;
  /** Initial value of the name. */
  name?: string;
  /** The subscription has ended: everything can be seen, nothing changed. */
  readOnly?: boolean;
  onClose: () => void;
  onSaved: (customer: Customer) => void;
}

export function CustomerDialog({ customer, name = "", readOnly = false, onClose, onSaved }: CustomerDialogProps) {
  const add = useAddCustomer();
  const edit = useChangeCustomer(customer?.id ?? "");
  const { register, handleSubmit, formState, setError, watch } = useForm<CustomerForm>({
    defaultValues: fieldsOf(customer, name),
    // Changes saved by a colleague meanwhile appear in the fields that were not edited here.
    ...(customer ? { values: fieldsOf(customer), resetOptions: { keepDirtyValues: true } } : {}),
  });
  const [asOpened] = useState(() => fieldsOf(customer));
  /** Warning about a field that a colleague has changed and that is changed here, too. */
  const [told, setTold] = useState<string>();
  const pending = add.isPending || edit.isPending;
  const isSaved = add.isSuccess || edit.isSuccess;
  const { errors } = formState;
  const inbox = destinationOf(watch("outputEmail"));

  const refused = (error: Error) => {
    if (!(error instanceof ApiError)) return;
    if (error.code === "reference-taken") {
      setError("reference", { message: error.sentence }, { shouldFocus: true });
    }
    if (error.code === "customer-changed") setTold(`${error.sentence} Save again to replace that.`);
  };
  const send = handleSubmit((input) => {
    const then = { onSuccess: onSaved, onError: refused };
    if (!customer) return add.mutate(input, then);
    edit.mutate({ ...input, was: told ? fieldsOf(customer) : asOpened }, then);
  });

  const input = ([field, label]: TypedField) => (
    <TextField
      key={field}
      label={label}
      type={customerFields[field].type}
      optional={!isRequired(field)}
      autoComplete="off"
      hint={
        field === "outputEmail" &&
        (inbox ? (
          <>
            {inbox.files} {inbox.caution?.value}
          </>
        ) : (
          "The inbox of the accounting software. Without one, emails go to the customer."
        ))
      }
      error={errors[field]?.message}
      {...register(field, customerFields[field].rules)}
    />
  );

  const title = readOnly ? "Customer" : customer ? "Edit Customer" : "Add Customer";
  return (
    <Dialog title={title} onClose={onClose} unsaved={formState.isDirty && !isSaved}>
      {/* Inside the upload dialog a submit event would otherwise reach the forms around it. */}
      <form
        className="dialog__form"
        noValidate
        onSubmit={(event) => {
          event.stopPropagation();
          void send(event);
        }}
      >
        <fieldset className="dialog__body dialog__fields" disabled={readOnly}>
          {customerColumns.filter((one) => !isHalf(one)).map(input)}
          <div className="pair">{customerColumns.filter(isHalf).map(input)}</div>
          <SelectField
            label="How to send this customer’s PDFs"
            hint="Preselected in every upload for this customer. You can change it there."
            {...register("preferredPdfs")}
          >
            <option value="">
              {inbox ? `As ${inbox.name} prefers (${pdfWords[preferenceOf(inbox)]})` : "As in the settings"}
            </option>
            {preferredPdfs.map((way) => (
              <option key={way} value={way}>
                {pdfWords[way]}
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Text of emails"
            hint="Applies to emails that are uploaded for this customer."
            {...register("emailText")}
          >
            <option value="">{emailTextWords.usual}</option>
            {emailTexts.map((way) => (
              <option key={way} value={way}>
                {emailTextWords[way]}
              </option>
            ))}
          </SelectField>
          {told && <FieldError>{told}</FieldError>}
          {readOnly && <p className="mute sm">Renew the subscription to change customers.</p>}
        </fieldset>
        <DialogButtons
          close={readOnly ? "Close" : "Cancel"}
          onClose={onClose}
          action={
            readOnly ? undefined : { label: customer ? "Save Changes" : "Add Customer", doing: "Saving...", pending }
          }
        />
      </form>
    </Dialog>
  );
}

function fieldsOf(customer: Customer | undefined, name = ""): CustomerForm {
  const typed = customerColumns.map(([field]) => [field, customer?.[field] ?? ""]);
  return {
    ...(Object.fromEntries(typed) as CustomerFields),
    name: customer?.name ?? name,
    preferredPdfs: customer?.preferredPdfs ?? "",
    emailText: customer?.emailText ?? "",
  };
}
