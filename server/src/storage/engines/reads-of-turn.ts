/**
 * The reads of one session in one turn of the event loop: what the loaders of a page ask, or the look-ups of several
 * requests. Where there is room for all of them each has a connection and PostgreSQL works on them side by side; where
 * others wait for connections some share one, and one write (ADR 295).
 */
import type { PostgresConnection } from './postgres-connection.ts'
import type { Answer, Run } from './postgres-statement.ts'
import { PassedOver } from './statements-together.ts'

/** A few, so that whoever waits for the connection next does not wait for many. */
const MOST_TOGETHER = 4

interface Asked {
  readonly run: Run
  readonly answered: (answer: Answer<unknown>) => void
  readonly failed: (error: unknown) => void
}

/** The connections, as the session may use them. */
export interface Connections {
  hasRoomFor(statements: number): boolean
  use(job: (connection: PostgresConnection) => Promise<void>): Promise<void>
}

/** A `select` alone changes nothing: one that fails may take those before it along, and can be asked again. */
export const isRead = (text: string): boolean => text.startsWith('select ')

export class ReadsOfTurn {
  readonly #connections: Connections
  #asked: Asked[] = []

  constructor(connections: Connections) {
    this.#connections = connections
  }

  ask<R>(run: Run): Promise<Answer<R>> {
    return new Promise<Answer<R>>((resolve, reject) => {
      this.#asked.push({ run, answered: resolve as Asked['answered'], failed: reject })
      if (this.#asked.length === 1) process.nextTick(this.#send)
    })
  }

  readonly #send = (): void => {
    const asked = this.#asked
    this.#asked = []
    const together = this.#connections.hasRoomFor(asked.length) ? 1 : MOST_TOGETHER
    for (let from = 0; from < asked.length; from += together) void this.#share(asked.slice(from, from + together))
  }

  /** Asks over one connection. */
  async #share(asked: readonly Asked[]): Promise<void> {
    const tell = async (one: Asked, answer: Promise<Answer<unknown>>): Promise<void> => {
      try {
        one.answered(await answer)
      } catch (error) {
        if (error instanceof PassedOver) void this.#share([one])
        else one.failed(error)
      }
    }
    try {
      await this.#connections.use(async (connection) => {
        const answers = connection.answers(asked.map(({ run }) => run))
        await Promise.all(answers.map((answer, index) => tell(asked[index] as Asked, answer)))
      })
    } catch (error) {
      // There is no connection; whoever has an answer keeps it.
      for (const { failed } of asked) failed(error)
    }
  }
}
