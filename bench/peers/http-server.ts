/**
 * The HTTP server of the hand-written peers: plain node:http, the body as one string, responses with Content-Length.
 */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** Where a peer listens; 0 lets the system choose. */
export const PORT = Number(process.env.PORT ?? 0)

/** Whoever started the peer reads this line. */
export const tellPort = (server: Pick<Server, 'address'>): void => {
  process.stdout.write(`port ${(server.address() as AddressInfo).port}\n`)
}

export type Answer = (status: number, headers: OutgoingHttpHeaders, body: string) => void
export type Handler = (req: IncomingMessage, body: string, answer: Answer) => void

const answerTo =
  (res: ServerResponse): Answer =>
  (status, headers, body) => {
    res.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    res.end(body)
  }

const withBody = (req: IncomingMessage, done: (body: string) => void): void => {
  const chunks: Buffer[] = []
  req.on('data', (chunk: Buffer) => chunks.push(chunk))
  req.on('end', () => done((chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)).toString()))
}

export const serve = (handler: Handler): void => {
  const server = createServer((req, res) => withBody(req, (body) => handler(req, body, answerTo(res))))
  server.listen(PORT, '127.0.0.1', () => tellPort(server))
}

export const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' } as const
