/** Every way for emails to leave this installation, as people read it. */
export const mailTransports = {
  outbox: "None: emails are kept in the outbox",
  smtp: "An SMTP server",
  sendgrid: "SendGrid",
  postmark: "Postmark",
  ses: "Amazon SES",
  mailgun: "Mailgun",
} as const;

export type MailTransport = keyof typeof mailTransports;
export const mailTransportNames = Object.keys(mailTransports) as MailTransport[];
