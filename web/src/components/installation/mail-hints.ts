import type { MailField } from "./mail-settings-fields.ts";

export const hints: Partial<Record<MailField, string>> = {
  "from.name": "Emails from a practice are sent under the practice’s own name.",
  "from.address": "Your mail server or provider must accept emails from this address.",
  "smtp.host": "For example smtp.example.com.",
  "smtp.username": "Leave empty if the server needs no sign-in.",
  "smtp.maxMb": "Larger emails are split. Most servers accept 25 MB.",
  "smtp.dkim.domain": "For mail servers that do not sign emails. Fill in all three fields, or none.",
  "smtp.dkim.selector": "The public key is in the DNS under this name, below _domainkey.",
  "smtp.dkim.key": "In PEM, beginning with -----BEGIN PRIVATE KEY-----.",
  "sendgrid.apiKey": "Needs permission to send mail, nothing else.",
  "sendgrid.webhookKey": "From the Event Webhook to /api/webhooks/sendgrid. Sheaf then shows whether emails arrived.",
  "postmark.stream": "“outbound” unless you created another stream.",
  "postmark.webhookAuth":
    "A user:password of your choice. It is also part of the webhook address that you enter at Postmark.",
  "ses.accessKeyId": "Needs ses:SendRawEmail and ses:SendEmail.",
  "ses.configurationSet": "Publishes the delivery events of emails.",
  "ses.topicArn": "The topic for these events, with /api/webhooks/ses as a subscriber.",
  "mailgun.signingKey": "The HTTP webhook signing key. With it, Sheaf shows whether emails arrived.",
  "inbound.domain":
    "Replies to this domain are shown with their job and forwarded. Leave empty to have replies go straight to the person who uploaded.",
};
