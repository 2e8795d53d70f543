/** A worker's side of what it and its supervisor tell each other. */
import cluster from 'node:cluster'

/** In the environment of a worker: its number, which the one that replaces it has again. */
export const NUMBER_VARIABLE = 'SERVE_WORKER'

/** What a server says of itself once it serves. */
export interface Serving {
  readonly port: number
  readonly migrated: readonly string[]
  readonly hasConsole: boolean
}

export interface FromWorker {
  readonly serving?: Serving
  readonly metrics?: string
}

export interface ToWorker {
  readonly stop?: NodeJS.Signals
  readonly readMetrics?: true
}

export interface WorkerSide {
  readonly number: number
  tellServing(serving: Serving): void
  onStop(stop: (signal: NodeJS.Signals) => void): void
  onReadMetrics(read: () => Promise<string>): void
}

const tell = (message: FromWorker): void => void process.send?.(message)

const onMessage = (listener: (message: ToWorker) => void): void => void process.on('message', listener)

/** Null in a process that is no worker. */
export const asWorker = (): WorkerSide | null => {
  const number = Number(process.env[NUMBER_VARIABLE])
  if (!cluster.isWorker || !(number > 0)) return null
  return {
    number,
    tellServing: (serving) => tell({ serving }),
    onStop: (stop) =>
      onMessage((message) => {
        if (message.stop) stop(message.stop)
      }),
    onReadMetrics: (read) =>
      onMessage((message) => {
        if (message.readMetrics) void read().then((metrics) => tell({ metrics }))
      }),
  }
}
