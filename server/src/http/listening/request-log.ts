/** Writes one line for each request. Every request pays for it, so the line is put together by hand. */
import type { DestinationStream, Logger } from 'pino'
import { redactSecrets } from '../../domain/secret.ts'
import type { Exchange } from './exchange.ts'

export type RequestLog = (exchange: Exchange, startedAt: number) => void

const PATH_LENGTH = 200

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

/**
 * The path without its query, which may contain a code (access-model §3). Path and address are input from the client.
 */
const membersOf = ({ req, res, requestId, path, clientAddress, noted }: Exchange, startedAt: number): string => {
  const told = redactSecrets(path.slice(0, PATH_LENGTH))
  const ms = Math.round((performance.now() - startedAt) * 100) / 100
  return (
    `"requestId":"${requestId}","method":"${req.method}","path":${JSON.stringify(told)},` +
    `"status":${res.statusCode},"ms":${ms},"address":${JSON.stringify(clientAddress)}` +
    member('tenantId', noted.tenantId) +
    member('actorKey', noted.actorKey) +
    member('failure', noted.failure)
  )
}

export const requestLog = (log: Logger, stream: DestinationStream): RequestLog => {
  if (!log.isLevelEnabled('info')) return () => {}
  const level = log.levels.values.info
  let lines = ''
  const flush = (): void => {
    stream.write(lines)
    lines = ''
  }
  return (exchange, startedAt) => {
    // Requests that end in the same turn of the event loop share one write.
    if (lines === '') setImmediate(flush)
    lines += `{"level":${level},"time":"${isoNow()}",${membersOf(exchange, startedAt)}}\n`
  }
}
