import type { Link } from "@sheaf/contracts/accounts.ts";

/** Props of a form behind an emailed link. */
export interface LinkFormProps {
  token: string;
  link: Link;
}
