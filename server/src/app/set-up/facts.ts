import type { SetUpFacts } from "@sheaf/contracts/set-up.ts";
import { type Config, settingsInForce } from "../../platform/config/config.ts";
import { mailFromSettings } from "../installation/mail-settings.ts";
import { fixedFields } from "../installation/setting-facts.ts";

const variables = {
  kind: "INSTALLATION",
  "seller.name": "COMPANY_NAME",
  "seller.address": "COMPANY_ADDRESS",
  "seller.vatNumber": "VAT_NUMBER",
} as const;

/**
 * Returns the initial values of the form: an own practice, unless a variable says otherwise; the seller's name only if
 * a variable sets it.
 */
export function setUpFacts(config: Config): SetUpFacts {
  const { given } = config;
  return {
    kind: given.INSTALLATION ? config.installation : "practice",
    seller: {
      name: given.COMPANY_NAME ?? "",
      address: config.companyAddress.join("\n"),
      vatNumber: config.vatNumber ?? "",
    },
    mail: {
      ...mailFromSettings(settingsInForce(given, {}), config),
      from: given.MAIL_FROM ? config.mailFrom : { name: "", address: "" },
      fixed: fixedFields(given, "mail"),
    },
    fixed: Object.fromEntries(Object.entries(variables).filter(([, variable]) => given[variable])),
  };
}
