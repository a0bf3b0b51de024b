import { parseArgs } from "node:util";
import { eq, or, sql } from "drizzle-orm";
import type { AccountEmailServices } from "../domain/account-emails/send.ts";
import { users } from "../domain/accounts/table.ts";
import { recordManualPayment } from "../domain/billing/index.ts";
import { practices } from "../domain/practices/table.ts";
import type { Config } from "../platform/config/config.ts";
import type { Db } from "../platform/db/connect.ts";
import { ask, askSecret } from "../platform/process/ask.ts";
import { runCommand } from "../platform/process/command.ts";
import { StartError } from "../platform/process/start-error.ts";
import { operatorCommand, recordAdminAction } from "./admin/admin-actions.ts";
import { createAdmin } from "./admin/service.ts";
import { resetAdminFactor } from "./admin/two-factor.ts";
import { sharedInstallationKind } from "./installation/kind.ts";
import { withDatabase } from "./start/with-database.ts";
import { withMail } from "./start/with-mail.ts";

const help = `./sheaf admin create [--name NAME] [--email ADDRESS]
    Creates an administrator and asks for anything that is not given. Without a terminal, the command reads name, email and
    password from the standard input, one line each.
./sheaf admin reset-second-factor EMAIL
    For an administrator who lost the authenticator app and the recovery codes. Ends their sessions and removes the second
    factor; they sign in with their password and set up a new one.
./sheaf admin record-payment USERNAME PLAN --reference TEXT [--upgrade]
    Records a payment seen on the bank statement. It buys 30 days for the user's practice; with --upgrade it moves the days
    that are already paid to the more expensive plan, at today's price.
    PLAN is solo, small-firm, growth or free-forever. Each reference can be recorded only once.`;

await runCommand(help, async () => {
  const text = { type: "string" } as const;
  const options = { name: text, email: text, reference: text, upgrade: { type: "boolean", default: false } } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const [command, ...words] = positionals;
  if (command === "create") await withDatabase((db, config) => create(db, config, values));
  else if (command === "reset-second-factor" && words[0]) {
    const [email = ""] = words;
    await withDatabase((db, config, url, log) =>
      withMail({ db, config, url, log }, (services) => resetSecondFactor(db, services, email)),
    );
  } else if (command === "record-payment") await withDatabase((db, config) => recordPayment(db, config, words, values));
  else throw new StartError(help);
});

async function create(db: Db, config: Config, given: { name?: string; email?: string }): Promise<void> {
  const name = given.name ?? (await ask("Name: "));
  const email = given.email ?? (await ask("Email: "));
  const password = await askSecret("Password: ");
  const admin = await createAdmin(db, config, { name, email, password });
  console.log(`${admin.name} is now an administrator with the address ${admin.email}.`);
}

async function resetSecondFactor(db: Db, services: AccountEmailServices, email: string): Promise<void> {
  const { name } = await resetAdminFactor(db, services, email);
  console.log(`${name} now signs in with the password and must then set up a new second factor.`);
}

async function recordPayment(
  db: Db,
  config: Config,
  words: string[],
  { reference, upgrade }: { reference?: string; upgrade: boolean },
): Promise<void> {
  const [username, planSlug] = words;
  if (!username || !planSlug || !reference) throw new StartError(help);
  if ((await db.transaction((tx) => sharedInstallationKind(tx, config))) === "practice") {
    throw new StartError("This installation belongs to one practice, so it has no payments.");
  }
  const practice = await practiceOf(db, username);
  const buys = upgrade ? ("upgrade" as const) : ("period" as const);
  const payment = { practiceId: practice.id, planSlug, reference, buys };
  const { endsAt } = await db.transaction(async (tx) => {
    const recorded = await recordManualPayment(tx, payment);
    const detail = { pence: recorded.amountPence, plan: recorded.plan.name };
    await recordAdminAction(tx, operatorCommand, {
      action: "practice.payment-recorded",
      practiceId: practice.id,
      detail,
    });
    return recorded;
  });
  const until = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" }).format(endsAt);
  console.log(`${practice.name} is paid until ${until}.`);
}

async function practiceOf(db: Db, name: string): Promise<{ id: string; name: string }> {
  const [found] = await db
    .select({ id: practices.id, name: practices.name })
    .from(users)
    .innerJoin(practices, eq(practices.id, users.practiceId))
    .where(or(sql`lower(${users.username}) = lower(${name})`, sql`lower(${users.email}) = lower(${name})`));
  if (!found) throw new StartError(`There is no user "${name}".`);
  return found;
}
