/**
 * `node scripts/schema-types.ts [schema file]`: the server's schema as the type that our queries are checked against. gql.tada's own
 * command needs a TypeScript with a JavaScript API, which version 7 does not have; its generator does not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { buildSchema, introspectionFromSchema } from 'graphql'

const SCHEMA = process.argv[2] ?? new URL('../../server/schema.graphql', import.meta.url)
const TYPES = new URL('../src/graph/schema.d.ts', import.meta.url)

const introspection = introspectionFromSchema(buildSchema(readFileSync(SCHEMA, 'utf8')), { descriptions: false })
writeFileSync(
  TYPES,
  outputIntrospectionFile(minifyIntrospection(introspection), { fileType: '.d.ts', shouldPreprocess: true }),
)
