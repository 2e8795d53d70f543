/** A receiver of webhooks on this machine, of any temper. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly headers: Record<string, string>
  readonly body: string
  readonly id: string
  readonly type: string
  readonly entityId: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape of each type of message
  readonly data: any
}

type Temper = (message: Received, res: ServerResponse) => void

const TAKES: Temper = (_message, res) => void res.end('thank you')

export class WebhookReceiver {
  readonly url: string
  readonly received: Received[] = []
  temper: Temper = TAKES
  readonly #close: () => Promise<void>

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url
    this.#close = close
  }

  static async start(): Promise<WebhookReceiver> {
    let receiver: WebhookReceiver
    const server = createServer(async (req: IncomingMessage, res) => {
      const body = Buffer.concat(await req.toArray()).toString()
      const { type, data } = JSON.parse(body)
      const headers = req.headers as Record<string, string>
      const message = { headers, body, id: headers['webhook-id'] ?? '', type, entityId: data.entityId, data }
      receiver.received.push(message)
      receiver.temper(message, res)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const close = () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    receiver = new WebhookReceiver(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, close)
    return receiver
  }

  takesAll(): void {
    this.temper = TAKES
  }

  answers(status: number, headers: Record<string, string> = {}): void {
    this.temper = (_message, res) => void res.writeHead(status, headers).end('no')
  }

  close(): Promise<void> {
    return this.#close()
  }
}
