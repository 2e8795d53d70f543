/** Structured logs: one JSON object a line, on standard error where standard output belongs to a command's answer. */
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { redactSecrets } from './domain/secret.ts'

const BUFFER_BYTES = 12_288
const FLUSH_MS = 200

const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: redactSecrets(String(error)) }
  const { message, stack, name } = error
  return { type: name, message: redactSecrets(message), stack: redactSecrets(stack ?? '') }
}

/** Flushed here by a timer: pino's own `flush` also syncs the disk, and commits of tokens would wait for that. */
const standardError = (): DestinationStream => {
  const out = destination({ fd: 2, sync: false, minLength: BUFFER_BYTES })
  setInterval(() => out.flush(), FLUSH_MS).unref()
  return out
}

export interface Log {
  readonly logger: Logger
  /** Where the logger writes, for lines that are put together without it. */
  readonly stream: DestinationStream
}

export const createLog = (level: string, stream: DestinationStream = standardError()): Log => ({
  logger: pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    stream,
  ),
  stream,
})
