/**
 * Writes one line for each request. Every request pays for it, so the line is put together by hand. A request that
 * could not be served is a warning and says why. Probes come every few seconds from every proxy: only one whose answer
 * differs from the one before gets a line.
 */
import type { DestinationStream, Logger } from 'pino'
import { PAGE_UPLOAD_FOLDER, TOKEN_UPLOAD_FOLDER } from '../../domain/operations/documents/paths.ts'
import { redactSecrets } from '../../domain/secret.ts'
import { PROBES } from './admission.ts'
import type { Exchange, Noted } from './exchange.ts'

export type RequestLog = (exchange: Exchange, ms: number) => void

const MAX_PATH_LENGTH = 200

let stampedAt = 0
let stamp = ''

/** Requests of the same millisecond share one text of the time. */
const isoNow = (): string => {
  const now = Date.now()
  if (now !== stampedAt) {
    stampedAt = now
    stamp = new Date(now).toISOString()
  }
  return stamp
}

const member = (name: string, value: string | undefined): string => (value === undefined ? '' : `,"${name}":"${value}"`)

const proxyMembers = ({ traceparent, proxyRequestId }: Noted): string =>
  member('traceparent', traceparent) +
  (proxyRequestId === undefined ? '' : `,"proxyRequestId":${JSON.stringify(proxyRequestId)}`)

const UPLOAD_FOLDERS = [TOKEN_UPLOAD_FOLDER, PAGE_UPLOAD_FOLDER]

/** Clients that escape the question mark, or name an upload by its id and key, send in the path what no log keeps (threats row 393). */
const toldPath = (path: string): string => {
  const folder = UPLOAD_FOLDERS.find((each) => path.startsWith(each))
  if (folder !== undefined) return folder
  const mark = path.includes('%') ? path.search(/%3f/i) : -1
  return mark < 0 ? path : path.slice(0, mark)
}

/**
 * The path without its query, which may contain a code (access-model §3). Path and address are input from the client.
 */
const membersOf = ({ req, res, requestId, path, clientAddress, noted }: Exchange, ms: number): string => {
  const told = redactSecrets(toldPath(path).slice(0, MAX_PATH_LENGTH))
  return (
    `"requestId":"${requestId}","method":"${req.method}","path":${JSON.stringify(told)},` +
    `"status":${res.statusCode},"ms":${Math.round(ms * 100) / 100},"address":${JSON.stringify(clientAddress)}` +
    member('tenantId', noted.tenantId) +
    member('operator', noted.operator) +
    member('environment', noted.environment) +
    member('actorKey', noted.actorKey) +
    member('failure', noted.failure) +
    member('traceId', noted.traceId) +
    proxyMembers(noted)
  )
}

/** Without the stack: it is the same for every request while a store is away. */
const causeOf = (cause: unknown): object | undefined => {
  if (!(cause instanceof Error)) return undefined
  const { name, message, code } = cause as NodeJS.ErrnoException
  const inner = cause.cause === undefined ? {} : { cause: causeOf(cause.cause) }
  return { type: name, ...(code === undefined ? {} : { code }), message: redactSecrets(message), ...inner }
}

const whyMembers = ({ reason, cause }: Noted): string => {
  const why = JSON.stringify({ reason: reason && redactSecrets(reason), cause: causeOf(cause) })
  return why === '{}' ? '' : `,${why.slice(1, -1)}`
}

const isUnavailable = (status: number): boolean => status === 503 || status === 504

export const requestLog = (log: Logger, stream: DestinationStream): RequestLog => {
  if (!log.isLevelEnabled('warn')) return () => {}
  const logsAll = log.isLevelEnabled('info')
  const { info, warn } = log.levels.values
  const ofProcess = JSON.stringify(log.bindings()).slice(1, -1)
  const everyLine = ofProcess === '' ? '' : `${ofProcess},`
  const probed = new Map<string, number>([...PROBES].map((path) => [path, 200]))
  let lines = ''
  const flush = (): void => {
    stream.write(lines)
    lines = ''
  }
  return (exchange, ms) => {
    const { statusCode } = exchange.res
    const isWarning = isUnavailable(statusCode)
    const before = probed.get(exchange.path)
    if (before !== undefined) probed.set(exchange.path, statusCode)
    if (before === statusCode || (!isWarning && !logsAll)) return
    // Requests that end in the same turn of the event loop share one write.
    if (lines === '') setImmediate(flush)
    const level = isWarning ? warn : info
    const why = isWarning ? whyMembers(exchange.noted) : ''
    lines += `{"level":${level},"time":"${isoNow()}",${everyLine}${membersOf(exchange, ms)}${why}}\n`
  }
}
