/** Every way for emails to leave this installation, as people read it. */
export const mailTransports = {
  outbox: "None: emails are kept in the outbox",
  smtp: "An SMTP server",
  sendgrid: "SendGrid",
  postmark: "Postmark",
  ses: "Amazon SES",
  mailgun: "Mailgun",
  demo: "The demonstration’s own mail service",
} as const;

export type MailTransport = keyof typeof mailTransports;
export const mailTransportNames = Object.keys(mailTransports) as MailTransport[];

/** Those that an operator may choose: the demonstration's own comes with a demonstration, and nowhere else. */
export const chosenMailTransports = [
  "outbox",
  "smtp",
  "sendgrid",
  "postmark",
  "ses",
  "mailgun",
] as const satisfies readonly MailTransport[];

export type ChosenMailTransport = (typeof chosenMailTransports)[number];

/**
 * "starttls": begins in clear and must be encrypted. "tls": encrypted from the first byte. "optional": encrypted where
 * the server can.
 */
export const smtpSecurities = ["starttls", "tls", "optional"] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Where SendGrid and Mailgun keep an account. */
export const mailRegions = ["global", "eu"] as const;
export type MailRegion = (typeof mailRegions)[number];

/** Providers that take emails for a domain and bring them here. */
export const inboundServices = ["postmark", "mailgun"] as const;
export type InboundService = (typeof inboundServices)[number];
