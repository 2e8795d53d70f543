/**
 * What somebody would build instead of us, with the same work: Fastify and Mercurius with jit on our schema,
 * mercurius-auth by a directive that names the scope, tokens looked up by their SHA-256 and bound to an address,
 * @fastify/rate-limit by token, and a line of pino's log for each request. It counts no use and has no limits on
 * documents, addresses and bodies beyond Fastify's own. Argument: the file of tokens.
 */
import { readFileSync } from 'node:fs'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyRequest } from 'fastify'
import mercurius from 'mercurius'
import mercuriusAuth from 'mercurius-auth'
import { pino } from 'pino'
import { AircraftTypeSearch } from '../../server/src/services/reference/aircraft-type-search.ts'
import { bundledAircraftTypes } from '../../server/src/storage/reference/bundled-reference.ts'
import { PORT, tellPort } from './http-server.ts'
import { holderOf, readHolders, type TokenHolder } from './token-holders.ts'

/** Never reached: refusals are cheap. */
const MAX_REQUESTS_A_MINUTE = 10_000_000

const holders = readHolders(process.argv[2] ?? '')
const search = new AircraftTypeSearch(bundledAircraftTypes())

const FIELD = 'aircraftTypeList(wildcard: String): [AircraftType!]!'
const schema = readFileSync(new URL('../../server/schema.graphql', import.meta.url), 'utf8').replace(
  FIELD,
  `${FIELD} @scope(needs: "contact:read")`,
)

interface Held extends FastifyRequest {
  holder: TokenHolder
}

const app = fastify({
  // As ours writes it: one line for each request, and several lines with one write.
  loggerInstance: pino(pino.destination({ dest: 2, sync: false })),
  disableRequestLogging: true,
})
app.decorateRequest('holder', null)
app.addHook('onRequest', async (request, reply) => {
  const holder = holderOf(holders, request.headers.authorization, request.headers.host)
  if (holder === undefined) return reply.code(401).send({ error: 'invalid_token' })
  ;(request as Held).holder = holder
})
app.addHook('onResponse', async (request, reply) => {
  request.log.info({
    method: request.method,
    path: request.url,
    status: reply.statusCode,
    ms: reply.elapsedTime,
    address: request.ip,
    actorKey: (request as Held).holder?.key,
  })
})
await app.register(rateLimit, {
  max: MAX_REQUESTS_A_MINUTE,
  timeWindow: '1 minute',
  keyGenerator: (request) => (request as Held).holder.key,
})
await app.register(mercurius.default, {
  path: '/api/graphql/',
  schema: `directive @scope(needs: String!) on FIELD_DEFINITION\n${schema}`,
  jit: 1,
  context: (request: FastifyRequest) => ({ holder: (request as Held).holder }),
  resolvers: {
    Query: { aircraftTypeList: (_root: unknown, { wildcard }: { wildcard?: string }) => search.find(wildcard) },
  },
})
await app.register(mercuriusAuth, {
  authDirective: 'scope',
  applyPolicy: async (directive, _parent, _values, context) => {
    const wanted = directive.arguments?.[0]?.value
    const { holder } = context as { holder: TokenHolder }
    return wanted?.kind === 'StringValue' && holder.scopes.has(wanted.value)
  },
})
await app.listen({ host: '127.0.0.1', port: PORT })
tellPort(app.server)
