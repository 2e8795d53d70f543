/**
 * `node scripts/schema-types.ts [schema file]`: the server's schemas as the types that our queries are checked against. gql.tada's own
 * command needs a TypeScript with a JavaScript API, which version 7 does not have; its generator does not.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal'
import { buildSchema, introspectionFromSchema } from 'graphql'

const schemaOf = (name: string): URL => new URL(`../../server/${name}.graphql`, import.meta.url)

const write = (schema: string | URL, folder: string): void => {
  const introspection = introspectionFromSchema(buildSchema(readFileSync(schema, 'utf8')), { descriptions: false })
  writeFileSync(
    new URL(`../src/${folder}/schema.d.ts`, import.meta.url),
    outputIntrospectionFile(minifyIntrospection(introspection), { fileType: '.d.ts', shouldPreprocess: true }),
  )
}

write(process.argv[2] ?? schemaOf('schema'), 'graph')
write(schemaOf('portal'), 'portal')
write(schemaOf('support'), 'support')
