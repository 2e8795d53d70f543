/** Structured logs: one JSON object a line, on standard error where standard output belongs to a command's answer. */
import { type DestinationStream, destination, type Logger, pino } from 'pino'

const BUFFER_BYTES = 4096
const FLUSH_MS = 200

/** Secrets are never passed to a log; this catches what a library's error, or the path of a request, might carry along. */
const SECRET = /air_(live|test)_(at|rt|ak|ac|cs)_[0-9A-Za-z]+/g

const redacted = (text: string): string => text.replace(SECRET, 'air_$1_$2_[redacted]')

const PATH_LENGTH = 200

const serializePath = (path: string): string => redacted(path.slice(0, PATH_LENGTH))

const serializeError = (error: unknown) => {
  if (!(error instanceof Error)) return { message: redacted(String(error)) }
  const { message, stack, name } = error
  return { type: name, message: redacted(message), stack: redacted(stack ?? '') }
}

export const createLog = (level: string, stream?: DestinationStream): Logger => {
  const out = stream ?? destination({ fd: 2, sync: false, minLength: BUFFER_BYTES })
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: serializeError, path: serializePath },
    },
    out,
  )
  if (!stream) setInterval(() => log.flush(), FLUSH_MS).unref()
  return log
}
