/** Fastify and Mercurius with jit, no token, no scopes, no limits, no log: the same rows through the same search. */
import fastify from 'fastify'
import mercurius from 'mercurius'
import { AircraftTypeSearch } from '../../server/src/services/reference/aircraft-type-search.ts'
import { bundledAircraftTypes } from '../../server/src/storage/reference/bundled-reference.ts'
import { PORT, tellPort } from './http-server.ts'

const SCHEMA = `
  type AircraftType {
    acftTypeId: String!
    iCAO: String!
    manufacturer: String!
    model: String!
  }
  type Query {
    aircraftTypeList(wildcard: String): [AircraftType!]!
  }
`

const search = new AircraftTypeSearch(bundledAircraftTypes())

const app = fastify()
await app.register(mercurius.default, {
  path: '/api/graphql/',
  schema: SCHEMA,
  jit: 1,
  resolvers: {
    Query: { aircraftTypeList: (_root: unknown, { wildcard }: { wildcard?: string }) => search.find(wildcard) },
  },
})
await app.listen({ host: '127.0.0.1', port: PORT })
tellPort(app.server)
