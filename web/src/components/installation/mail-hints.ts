import type { MailField } from "./mail-settings-fields.ts";

export const hints: Partial<Record<MailField, string>> = {
  "from.name": "Emails of a practice carry the practice’s own name.",
  "from.address": "Your mail server or provider must accept emails from this address.",
  "smtp.host": "For example smtp.example.com.",
  "smtp.username": "Leave empty if the server needs no sign-in.",
  "smtp.maxMb": "Larger emails are divided. Most servers accept 25.",
  "smtp.dkim.domain": "Signs emails if your mail server does not. Fill in all three, or none.",
  "smtp.dkim.selector": "The public key is in the DNS, at this name below _domainkey.",
  "smtp.dkim.key": "In PEM, beginning with -----BEGIN PRIVATE KEY-----.",
  "sendgrid.apiKey": "Needs permission to send mail, nothing else.",
  "sendgrid.webhookKey": "Of the Event Webhook to /api/webhooks/sendgrid. With it Sheaf shows whether emails arrived.",
  "postmark.stream": "“outbound” unless you made another one.",
  "postmark.webhookAuth": "user:password of your choice, also part of the address that Postmark is given.",
  "ses.accessKeyId": "Needs ses:SendRawEmail and ses:SendEmail.",
  "ses.configurationSet": "Publishes what becomes of emails.",
  "ses.topicArn": "The topic it publishes to, with a subscription of /api/webhooks/ses.",
  "mailgun.signingKey": "HTTP webhook signing key. With it Sheaf shows whether emails arrived.",
  "inbound.domain":
    "Answers to addresses there are shown with their job and forwarded. Leave empty to send answers straight to the person who uploaded.",
};
