/**
 * Writes one line for each request. Every request pays for it, so the line is put together by hand, of few pieces: what
 * many lines have in common is kept as one, since each piece is paid for twice, when it is added and when the line is
 * written. A request that could not be served is a warning and says why. Probes come every few seconds from every proxy:
 * only one whose answer differs from the one before gets a line.
 */
import type { DestinationStream, Logger } from 'pino'
import { PAGE_UPLOAD_FOLDER, TOKEN_UPLOAD_FOLDER } from '../../domain/operations/documents/paths.ts'
import { redactSecrets } from '../../domain/secret.ts'
import { BoundedCache } from '../../services/bounded-cache.ts'
import { PROBES } from './admission.ts'
import type { Exchange, Noted } from './exchange.ts'

export type RequestLog = (exchange: Exchange, ms: number) => void

const MAX_PATH_LENGTH = 200

/** A text that was put together keeps its parts until it is read, and is put in one piece then. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** How each line of a level begins. Requests of the same millisecond share it. */
const beginningAt = (level: number | undefined, everyLine: string): (() => string) => {
  let madeAt = 0
  let made = ''
  return () => {
    const now = Date.now()
    if (now !== madeAt) {
      madeAt = now
      made = inOnePiece(`{"level":${level},"time":"${new Date(now).toISOString()}",${everyLine}"requestId":"`)
    }
    return made
  }
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

interface KnownPath {
  readonly method: string | undefined
  readonly status: number
  readonly text: string
}
const knownPaths = new BoundedCache<KnownPath>(500)

/**
 * The path without its query, which may contain a code (access-model §3). It is input from the client, as the address
 * is. A path that has to be shortened or redacted for the log is not kept in memory.
 */
const askedFor = ({ req: { method }, res: { statusCode: status }, path }: Exchange): string => {
  const known = knownPaths.get(path)
  if (known !== undefined && known.method === method && known.status === status) return known.text
  const told = redactSecrets(toldPath(path).slice(0, MAX_PATH_LENGTH))
  const text = inOnePiece(`","method":"${method}","path":${JSON.stringify(told)},"status":${status},"ms":`)
  if (told === path) knownPaths.set(path, { method, status, text })
  return text
}

interface KnownActor {
  readonly address: string
  readonly tenantId: string | undefined
  readonly operator: string | undefined
  readonly environment: string | undefined
  readonly text: string
}
const knownActors = new BoundedCache<KnownActor>(2_000)

/** Who asked, and from where: a key or application usually asks from one address. */
const cameFrom = ({ clientAddress: address, noted }: Exchange): string => {
  const { tenantId, operator, environment, actorKey } = noted
  const known = actorKey === undefined ? undefined : knownActors.get(actorKey)
  const isSame = known !== undefined && known.address === address && known.tenantId === tenantId
  if (isSame && known.operator === operator && known.environment === environment) return known.text
  const text = inOnePiece(
    `,"address":${JSON.stringify(address)}${member('tenantId', tenantId)}${member('operator', operator)}` +
      `${member('environment', environment)}${member('actorKey', actorKey)}`,
  )
  if (actorKey !== undefined) knownActors.set(actorKey, { address, tenantId, operator, environment, text })
  return text
}

const restOf = (noted: Noted): string =>
  member('failure', noted.failure) + member('traceId', noted.traceId) + proxyMembers(noted)

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
  const infoBegins = beginningAt(info, everyLine)
  const warningBegins = beginningAt(warn, everyLine)
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
    const begun = (isWarning ? warningBegins() : infoBegins()) + exchange.requestId
    const why = isWarning ? whyMembers(exchange.noted) : ''
    const told = askedFor(exchange) + Math.round(ms * 100) / 100 + cameFrom(exchange)
    lines += `${begun}${told}${restOf(exchange.noted)}${why}}\n`
  }
}
