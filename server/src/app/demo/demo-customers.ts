import type { CustomerInput } from "@sheaf/contracts/customers.ts";

export type DemoCustomer = Pick<CustomerInput, "name" | "email" | "company" | "reference" | "outputEmail">;

/**
 * Invented customers. Their addresses end in a domain reserved for examples (RFC 2606), except for the accounting
 * inboxes, which are recognised by their real domains. Emails to all of them stay on this machine, whatever is
 * configured. A word in the address decides what happens to an email: see providers/mail-outcomes.ts.
 */
export const demoCustomers: DemoCustomer[] = [
  aCustomer(
    "Bright Bakery",
    "orders@bright-bakery.example",
    "Bright Bakery Ltd",
    "BB-014",
    "bright-bakery-demo@dext.cc",
  ),
  aCustomer(
    "Harbour Cycles",
    "shop@harbour-cycles.example",
    "Harbour Cycles Ltd",
    "HC-002",
    "harbour-cycles-bounces@dext.cc",
  ),
  aCustomer(
    "Moss & Fern Gardens",
    "hello@mossfern.example",
    "Moss & Fern LLP",
    "MF-031",
    "moss-and-fern-slow@app.hubdoc.com",
  ),
  aCustomer("Dr Amara Osei", "amara@osei-dental.example", "Osei Dental Practice", "AO-007", null),
  aCustomer("Tom Hartley", "tom.unconfirmed@hartley-joinery.example", null, null, null),
  aCustomer(
    "Larch & Linden Joinery",
    "office@larch-linden.example",
    "Larch & Linden Joinery Ltd",
    "LL-019",
    "larch-linden@dext.cc",
  ),
  aCustomer(
    "The Copper Kettle",
    "hello@copper-kettle.example",
    "Copper Kettle Tea Rooms Ltd",
    "CK-022",
    "copper-kettle@app.hubdoc.com",
  ),
  aCustomer("Fenwick Physiotherapy", "desk@fenwick-physio.example", "Fenwick Physiotherapy LLP", "FP-005", null),
  aCustomer("Sable Studio", "accounts@sable-studio.example", "Sable Studio Ltd", "SS-027", "sable-studio@dext.cc"),
  aCustomer("Pennine Plant Hire", "yard@pennine-plant.example", "Pennine Plant Hire Ltd", "PP-011", null),
];

function aCustomer(
  name: string,
  email: string,
  company: string | null,
  reference: string | null,
  outputEmail: string | null,
): DemoCustomer {
  return { name, email, company, reference, outputEmail };
}
