/**
 * Brings changes to a local address as a webhook would, without a public one: follows the feed, signs each message with
 * a secret that it is given or prints, and posts it (events §3).
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type Change, type Client, CursorExpired, QueryFailed } from '@airside/client'
import type { Command, Invocation } from '../command.ts'
import { misuse, Problem } from '../problem.ts'
import { padded, visibleText } from '../terminal/visible-text.ts'

const SECRET_BYTES = 32
const ANSWER_MS = 10_000

/** As webhooks have it: `whsec_` and 24 to 64 bytes in Base64. */
const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/
const MIN_SECRET_BYTES = 24
const MAX_SECRET_BYTES = 64

/** One that stays, where the receiver has it already; else another each time. */
const secretFrom = (given: string | undefined): string => {
  if (given === undefined) return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  const bytes = Buffer.from(SECRET.exec(given)?.[1] ?? '', 'base64').length
  if (bytes >= MIN_SECRET_BYTES && bytes <= MAX_SECRET_BYTES) return given
  throw misuse(
    'The secret is no secret of a webhook: whsec_ and 24 to 64 bytes in Base64',
    'Without --secret and AIRSIDE_WEBHOOK_SECRET, airside listen makes one and prints it',
  )
}

const addressFrom = (text: string | undefined): URL => {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null
  if (url !== null && /^https?:$/.test(url.protocol)) return url
  throw misuse('--forward takes the address of your receiver, e.g. http://localhost:3000/hook')
}

/** The operator and its environment, by the address of the client. */
const placeOf = ({ origin }: Client) => {
  const [operatorId = '', second] = new URL(origin).hostname.split('.')
  return { operatorId, environment: second === 'sandbox' ? 'sandbox' : 'production' }
}

const bodyOf = (client: Client, { reminder, dueAt, at, ...change }: Change): string => {
  const { cursor, entity, entityId, kind, version, fieldList } = change
  const reminded = reminder === null || dueAt === null ? {} : { reminder, dueAt: new Date(dueAt).toISOString() }
  return JSON.stringify({
    type: `${entity}.${kind}`.toLowerCase(),
    timestamp: new Date(at).toISOString(),
    data: { ...placeOf(client), cursor, entity, entityId, kind, version, fieldList, ...reminded },
  })
}

const headersOf = (secret: string, { cursor }: Change, body: string): Record<string, string> => {
  const id = `msg_${createHash('sha256').update(cursor).digest('base64url').slice(0, 24)}`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

/** The status of the answer, or why there was none. */
const post = async (to: URL, headers: Record<string, string>, body: string, signal: AbortSignal): Promise<string> => {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
    const answer = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
    await answer.body?.cancel()
    return String(answer.status)
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const { cause } = error as { cause?: { code?: string } }
    return cause?.code ?? 'no answer'
  }
}

const headOf = async (client: Client): Promise<string | undefined> => {
  const { changeList } = (await client.query('{ changeList(from: NOW) { pageInfo { endCursor } } }')) as {
    changeList: { pageInfo: { endCursor: string | null } }
  }
  return changeList.pageInfo.endCursor ?? undefined
}

const lineOf = ({ isJson, terminal }: Invocation, change: Change, status: string): string => {
  const type = `${change.entity}.${change.kind}`.toLowerCase()
  if (isJson) return JSON.stringify({ type, entityId: change.entityId, cursor: change.cursor, status })
  const isTaken = /^2\d\d$/.test(status)
  return `${change.at}  ${terminal.paint(isTaken ? 'green' : 'red', padded(status, 12))}  ${visibleText(type)}  ${visibleText(change.entityId)}`
}

export const listen: Command = {
  name: 'listen',
  summary: 'changes to a local address, as a webhook sends them',
  words: '',
  minWords: 0,
  maxWords: 0,
  options: {
    forward: { type: 'string', value: '<url>', text: 'where to post, e.g. http://localhost:3000/hook' },
    entity: {
      type: 'string',
      multiple: true,
      value: '<kind>',
      text: 'only these records, e.g. FLIGHT; may be repeated',
    },
    secret: {
      type: 'string',
      value: '<whsec_…>',
      text: 'sign with this one, that your receiver has (AIRSIDE_WEBHOOK_SECRET); else a new one is printed',
    },
    replay: { type: 'string', value: '<cursor>', text: 'begin behind this change instead of now' },
  },
  examples: ['airside listen --forward http://localhost:3000/hook --entity FLIGHT'],
  run: async (invocation) => {
    const { text, texts, signal, terminal, env } = invocation
    const to = addressFrom(text('forward'))
    const secret = secretFrom(text('secret') ?? (env.AIRSIDE_WEBHOOK_SECRET || undefined))
    const entities = texts('entity').length > 0 ? texts('entity').map((kind) => kind.toUpperCase()) : undefined
    const client = await invocation.client()
    const after = text('replay') ?? (await headOf(client))
    terminal.say(invocation.isJson ? JSON.stringify({ secret }) : `Messages are signed with ${secret}`)
    terminal.progress('Waiting for changes … (Ctrl-C ends)')
    try {
      for await (const change of client.changes({ after, entities, follow: true, signal })) {
        const body = bodyOf(client, change)
        const status = await post(to, headersOf(secret, change, body), body, signal)
        terminal.say(lineOf(invocation, change, status))
      }
    } catch (error) {
      if (!(error instanceof QueryFailed) || error instanceof CursorExpired || error.code !== 'BAD_USER_INPUT')
        throw error
      throw new Problem(error.message, 'Check --entity and --replay; airside schema pull lists the kinds of record')
    }
    return undefined
  },
}
