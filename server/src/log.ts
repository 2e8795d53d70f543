/** Structured logs: one JSON object per line, on standard error where standard output is a command's output. */
import { hostname } from 'node:os'
import { type DestinationStream, destination, type Logger, pino } from 'pino'
import { redactSecrets } from './domain/secret.ts'
import { VERSION } from './version.ts'

const BUFFER_BYTES = 12_288
const FLUSH_MS = 200

/** In each line: which process wrote it, and of which release. In containers the id alone is often 1. */
const EACH_LINE = { process: `${hostname()}/${process.pid}`, version: VERSION }

const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: redactSecrets(String(error)) }
  const { message, stack, name } = error
  return { type: name, message: redactSecrets(message), stack: redactSecrets(stack ?? '') }
}

/** Flushed by a timer here: pino's own `flush` also syncs the disk, and token commits would wait for that. */
const standardError = (): DestinationStream => {
  const out = destination({ fd: 2, sync: false, minLength: BUFFER_BYTES })
  setInterval(() => out.flush(), FLUSH_MS).unref()
  return out
}

export interface Log {
  readonly logger: Logger
  /** The logger's stream, for lines that are built without it. */
  readonly stream: DestinationStream
}

/** `more` is in each line too: which worker wrote it, where there are several. */
export const createLog = (
  level: string,
  stream: DestinationStream = standardError(),
  more: { readonly worker?: number } = {},
): Log => ({
  logger: pino(
    {
      level,
      base: { ...EACH_LINE, ...more },
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    stream,
  ),
  stream,
})
