import type { Config } from "../config/config.ts";
import { openMail } from "./open-mail.ts";
import type { MailTransport } from "./transport.ts";

/** A transport in use. After it is replaced, it is closed when its last email has been sent. */
interface OpenTransport {
  transport: MailTransport;
  settings: Config["mail"];
  sending: number;
}

/**
 * Returns a transport that always follows the current configuration, including changes by the operator.
 * @param outbox stores emails when no other transport is configured
 */
export function openLiveMail(config: Pick<Config, "mailTransport" | "mail">, outbox: MailTransport): MailTransport {
  const open = (): OpenTransport => ({ transport: openMail(config, outbox), settings: config.mail, sending: 0 });
  let current = open();

  function latest(): OpenTransport {
    if (current.settings === config.mail && current.transport.name === config.mailTransport) return current;
    const replaced = current;
    current = open();
    if (replaced.sending === 0) void replaced.transport.close();
    return current;
  }

  return {
    get name() {
      return latest().transport.name;
    },
    get maxBytes() {
      return latest().transport.maxBytes;
    },
    async send(message) {
      const used = latest();
      used.sending += 1;
      try {
        return await used.transport.send(message);
      } finally {
        used.sending -= 1;
        if (used !== current && used.sending === 0) await used.transport.close();
      }
    },
    close: () => current.transport.close(),
  };
}
