/** Writes the three graphs from their nodes, `server/schema.graphql`, `portal.graphql` and `support.graphql`. */
import { writeFileSync } from 'node:fs'
import { buildPortalSchema } from '../server/src/graphql/platform/portal-schema.ts'
import { buildSupportSchema } from '../server/src/graphql/platform/support-schema.ts'
import { buildSchema, schemaText } from '../server/src/graphql/schema.ts'

export const renderSchemaFile = (): string => schemaText(buildSchema())
export const renderPortalFile = (): string => schemaText(buildPortalSchema())

export const renderSupportFile = (): string => schemaText(buildSupportSchema())

const FILES = {
  'schema.graphql': renderSchemaFile,
  'portal.graphql': renderPortalFile,
  'support.graphql': renderSupportFile,
}

if (import.meta.main) {
  for (const [file, render] of Object.entries(FILES)) {
    writeFileSync(new URL(`../server/${file}`, import.meta.url), render())
  }
}
