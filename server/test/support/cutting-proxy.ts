/** A proxy between a server and PostgreSQL that cuts a connection after its COMMIT and before the server is told. */
import { connect, createServer, type Server, type Socket } from 'node:net'

const COMMITTED = Buffer.from('COMMIT\0')

export class CuttingProxy {
  readonly #server: Server
  readonly #open = new Set<Socket>()
  readonly #mark: Buffer
  /** How many connections were cut. */
  cuts = 0

  /** Cuts the connections that have sent this text in one of their statements. */
  constructor(mark: string, target: URL) {
    this.#mark = Buffer.from(mark)
    this.#server = createServer((from) => this.#carry(from, connect(Number(target.port), target.hostname)))
  }

  /** The address of the database by way of the proxy. */
  async start(database: string): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const url = new URL(database)
    url.hostname = '127.0.0.1'
    url.port = String((this.#server.address() as { port: number }).port)
    return url.href
  }

  #carry(from: Socket, to: Socket): void {
    let isMarked = false
    const close = () => {
      for (const socket of [from, to]) {
        this.#open.delete(socket)
        socket.destroy()
      }
    }
    for (const socket of [from, to]) {
      this.#open.add(socket)
      socket.on('error', close)
      socket.on('close', close)
    }
    from.on('data', (chunk: Buffer) => {
      isMarked ||= chunk.includes(this.#mark)
      to.write(chunk)
    })
    to.on('data', (chunk: Buffer) => {
      if (!isMarked || !chunk.includes(COMMITTED)) return void from.write(chunk)
      this.cuts++
      close()
    })
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#open) socket.destroy()
  }
}
