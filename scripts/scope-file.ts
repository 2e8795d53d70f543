/** Writes `server/scopes.json` from the nodes: `node scripts/scope-file.ts`. */
import { writeFileSync } from 'node:fs'
import { buildSchema } from '../server/src/graphql/schema.ts'
import { scopesText } from '../server/src/graphql/scope-catalogue.ts'

const FILE = new URL('../server/scopes.json', import.meta.url)

const renderScopeFile = (): string => scopesText(buildSchema())

if (import.meta.main) writeFileSync(FILE, renderScopeFile())
