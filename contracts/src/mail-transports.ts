/** Mail transports with their labels on screen. */
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

/** Transports that an operator can choose; "demo" exists only in a demonstration. */
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
 * "starttls": the connection begins unencrypted and must switch to TLS. "tls": TLS from the first byte. "optional": TLS
 * when the server supports it.
 */
export const smtpSecurities = ["starttls", "tls", "optional"] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Data regions of SendGrid and Mailgun accounts. */
export const mailRegions = ["global", "eu"] as const;
export type MailRegion = (typeof mailRegions)[number];

/** Providers that receive emails for a domain and forward them to Sheaf. */
export const inboundServices = ["postmark", "mailgun"] as const;
export type InboundService = (typeof inboundServices)[number];
