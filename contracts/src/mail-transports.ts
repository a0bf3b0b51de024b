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
