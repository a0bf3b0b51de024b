import type { InstallationKind } from "@sheaf/contracts/installation.ts";
import { passwordLength } from "@sheaf/contracts/limits.ts";
import type { SetUpInput } from "@sheaf/contracts/set-up.ts";
import { emailMessage, emailPattern } from "../../ui/email-shape.ts";
import { between, type Rule, required, shaped } from "../../ui/plain-form.ts";

const you = {
  firstName: [required("First name")],
  lastName: [required("Last name")],
  email: [required("Email"), shaped(emailPattern, emailMessage)],
  password: [required("Password"), between(passwordLength.min, passwordLength.max)],
};

const seller = {
  sellerName: [required("Seller’s name")],
  sellerAddress: [required("Seller’s address"), shaped(/^[^;]*$/, "Leave out semicolons")],
  vatNumber: [shaped(/^([A-Za-z0-9 ]{5,20})?$/, "Use 5 to 20 letters and digits")],
};

type Field = keyof typeof you | keyof typeof seller | "practiceName";
export type Values = Record<Field, string>;

/** Returns the rules of the form: fields of the other kind are hidden and not validated. */
export function rulesFor(kind: InstallationKind): Record<Field, Rule[]> {
  const none: Rule[] = [];
  if (kind === "service") return { ...you, ...seller, practiceName: none };
  return { ...you, practiceName: [required("Practice name")], sellerName: none, sellerAddress: none, vatNumber: none };
}

/** Returns the body of the request. An environment variable takes precedence on the server. */
export function inputOf(code: string, kind: InstallationKind, values: Values, mail: SetUpInput["mail"]): SetUpInput {
  const { firstName, lastName, email, password, practiceName, sellerName, sellerAddress, vatNumber } = values;
  const account = { code, firstName, lastName, email, password, mail };
  if (kind === "practice") return { ...account, kind, practiceName };
  return { ...account, kind, seller: { name: sellerName, address: sellerAddress, vatNumber } };
}

/** @returns what the account is used for, which depends on the kind of installation */
export const passwordHint = (kind: InstallationKind): string =>
  kind === "practice"
    ? `At least ${passwordLength.min} characters. You use it to sign in to your practice, as its owner, and to the admin portal.`
    : `At least ${passwordLength.min} characters. You use it to sign in to the admin portal, where you set up two-factor sign-in next.`;
