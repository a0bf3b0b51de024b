import type { Link } from "@sheaf/contracts/accounts.ts";

/** What the form behind an emailed link is given. */
export interface LinkFormProps {
  token: string;
  link: Link;
}
