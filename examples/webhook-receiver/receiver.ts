/** Receives the messages of a webhook: checks each, answers at once, and works on it afterwards: `node receiver.ts [port]`. */
import { createServer, type IncomingMessage } from 'node:http'
import { verifyWebhook, type WebhookMessage, WebhookRefused } from '@airside/client'

const secret = process.env.AIRSIDE_WEBHOOK_SECRET
if (!secret) {
  console.error('Set AIRSIDE_WEBHOOK_SECRET to the secret that was shown when the webhook was made.')
  process.exit(1)
}
const MAX_BYTES = 1_000_000
/** A message may come again for three days; a real receiver keeps these in its database, with the work that they cause. */
const MAX_REMEMBERED = 10_000
const done = new Set<string>()

/** The bytes as they came, before anything parses them: the signature is of these. */
const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BYTES) throw new WebhookRefused('The message is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Messages of one record come in order, so they are worked on in the order in which they came. */
let work = Promise.resolve()
const later = (message: WebhookMessage): void => {
  work = work.then(() => handle(message)).catch((error: Error) => console.error(error.message))
}

/** It holds no data of the record: read that when you need it, with the rights that you have then. */
const handle = async ({ type, data }: WebhookMessage): Promise<void> => {
  console.log(`${type} ${data.entityId ?? ''} ${data.fieldList?.join(',') ?? ''}`.trimEnd())
}

const take = async (request: IncomingMessage): Promise<number> => {
  if (request.method !== 'POST') return 405
  const message = await verifyWebhook(request.headers, await bodyOf(request), secret)
  const id = String(request.headers['webhook-id'])
  if (done.has(id)) return 204
  done.add(id)
  if (done.size > MAX_REMEMBERED) done.delete(done.values().next().value ?? '')
  later(message)
  return 204
}

const server = createServer((request, response) => {
  take(request).then(
    (status) => response.writeHead(status).end(),
    (error: Error) => {
      // Refused for good: not ours, changed on the way, or too old. Anything else is worth another try by the sender.
      response.writeHead(error instanceof WebhookRefused ? 400 : 500).end()
      console.error(error.message)
    },
  )
})
server.listen(Number(process.argv[2] ?? 3000), () => {
  const address = server.address()
  console.log(`Receiving at http://localhost:${typeof address === 'object' ? address?.port : ''}/hook`)
})
