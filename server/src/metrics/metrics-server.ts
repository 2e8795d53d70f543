/**
 * Serves the metrics on a port of their own, so that no proxy of the service leads there (ADR 71). It knows one path
 * and authenticates nobody: every client that reaches the port may read it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const PATH = '/metrics'
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

export class MetricsServer {
  readonly #write: () => Promise<string>
  readonly #server: Server

  constructor(write: () => Promise<string>) {
    this.#write = write
    this.#server = createServer((req, res) => void this.#answer(req, res))
    this.#server.unref()
  }

  /** Returns the port; 0 picks a free one. */
  listen(port: number, host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  async #answer({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> {
    const isRead = method === 'GET' || method === 'HEAD'
    const status = url?.split('?')[0] !== PATH ? 404 : isRead ? 200 : 405
    const text = status === 200 ? await this.#write() : `Ask for GET ${PATH}\n`
    res.writeHead(status, { 'content-type': CONTENT_TYPE, ...(status === 405 ? { allow: 'GET, HEAD' } : {}) })
    res.end(method === 'HEAD' ? undefined : text)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
