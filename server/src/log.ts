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

export const createLog = (level: string, stream?: DestinationStream): Logger => {
  const out = stream ?? destination({ fd: 2, sync: false, minLength: BUFFER_BYTES })
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError },
    },
    out,
  )
  if (!stream) setInterval(() => log.flush(), FLUSH_MS).unref()
  return log
}
