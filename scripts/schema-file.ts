/** Writes `server/schema.graphql` from the nodes: `node scripts/schema-file.ts`. */
import { writeFileSync } from 'node:fs'
import { buildSchema, schemaText } from '../server/src/graphql/schema.ts'

const FILE = new URL('../server/schema.graphql', import.meta.url)

export const renderSchemaFile = (): string => schemaText(buildSchema())

if (import.meta.main) writeFileSync(FILE, renderSchemaFile())
