/** Sends e-mails by SMTP. A message that is sent again has the same Message-ID (RFC 5322 §3.6.4). */
import { createTransport } from 'nodemailer'
import { type Courier, SEND_TIMEOUT_MS } from './outbox-delivery.ts'

const attachmentsOf = (calendar: string | null) =>
  calendar === null ? [] : [{ filename: 'demo.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' }]

export const mailCourier = (smtpUrl: string, from: string): Courier => {
  const timeouts = {
    connectionTimeout: SEND_TIMEOUT_MS,
    greetingTimeout: SEND_TIMEOUT_MS,
    socketTimeout: SEND_TIMEOUT_MS,
  }
  /** Of the sender's address: what follows the @ of each Message-ID. */
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  return {
    channel: 'mail',
    send: async ({ recipient, subject, body, message_id, calendar }) => {
      const messageId = `<${message_id}@${domain}>`
      await transport.sendMail({
        from,
        to: recipient,
        subject,
        text: body,
        messageId,
        attachments: attachmentsOf(calendar),
      })
    },
    close: () => transport.close(),
  }
}
