/** A door that leads to the leader, as a proxy of hosts does that asks Patroni: connections to an old leader are cut. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { PatroniCluster } from './patroni.ts'

const ASK_EVERY_MS = 250

export class LeaderDoor {
  readonly port: number
  readonly #server: Server
  readonly #timer: NodeJS.Timeout
  #leaderPort: number | null
  readonly #through: Set<Socket>

  private constructor(server: Server, port: number, through: Set<Socket>, cluster: PatroniCluster) {
    this.#server = server
    this.port = port
    this.#through = through
    this.#leaderPort = null
    let isAsking = false
    this.#timer = setInterval(async () => {
      if (isAsking) return
      isAsking = true
      this.#lead((await cluster.leader())?.port ?? null)
      isAsking = false
    }, ASK_EVERY_MS)
    server.on('connection', (socket) => this.#pass(socket))
  }

  static async open(cluster: PatroniCluster): Promise<LeaderDoor> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const door = new LeaderDoor(server, port, new Set(), cluster)
    door.#lead((await cluster.leader())?.port ?? null)
    return door
  }

  #lead(port: number | null): void {
    if (port === this.#leaderPort) return
    this.#leaderPort = port
    for (const socket of this.#through) socket.destroy()
  }

  #pass(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#leaderPort === null) return void socket.destroy()
    const onward = connect(this.#leaderPort, '127.0.0.1')
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#through.add(one)
      one.on('error', () => {})
      one.once('close', () => {
        this.#through.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }

  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#through) socket.destroy()
    this.#server.close()
  }
}
