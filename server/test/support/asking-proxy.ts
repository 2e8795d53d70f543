/**
 * A proxy as a host runs one: it asks every process for /readyz, sends requests to those that are ready, in turn, some
 * over connections that it keeps and some over new ones, and repeats nothing.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpClient } from './http-client.ts'

const ASK_EVERY_MS = 500

export class AskingProxy {
  readonly #kept = new Agent({ keepAlive: true })
  readonly #fresh = new Agent({ keepAlive: false })
  readonly #server = createServer((req, res) => this.#pass(req, res))
  #ports: readonly number[] = []
  readonly #ready = new Set<number>()
  #turn = 0
  readonly #timer = setInterval(() => void this.#askAll(), ASK_EVERY_MS)

  listen(): Promise<number> {
    return new Promise((resolve) => {
      this.#server.listen(0, '127.0.0.1', () => resolve((this.#server.address() as AddressInfo).port))
    })
  }

  /** Knows these processes from now on, and resolves when all of them are ready. */
  async lead(ports: readonly number[]): Promise<void> {
    this.#ports = ports
    while (ports.some((port) => !this.#ready.has(port))) await this.#askAll()
  }

  async #askAll(): Promise<void> {
    await Promise.all(this.#ports.map((port) => this.#ask(port)))
  }

  async #ask(port: number): Promise<void> {
    const answer = await new HttpClient(port).ask('http://localhost/readyz').catch(() => null)
    if (answer?.status === 200) this.#ready.add(port)
    else this.#ready.delete(port)
  }

  #pass(req: IncomingMessage, res: ServerResponse): void {
    const ready = this.#ports.filter((port) => this.#ready.has(port))
    const port = ready[this.#turn++ % Math.max(1, ready.length)]
    if (port === undefined) return void res.writeHead(502).end('nobody is ready')
    const { method, url, headers } = req
    const agent = this.#turn % 4 < 2 ? this.#kept : this.#fresh
    const to = { agent, host: '127.0.0.1', port, method, path: url, headers, setHost: false }
    const passed = request(to, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
    })
    passed.on('error', (error: NodeJS.ErrnoException) => void res.writeHead(502).end(error.code))
    req.pipe(passed)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#kept.destroy()
    this.#fresh.destroy()
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
