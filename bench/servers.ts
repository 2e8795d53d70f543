/** Where the programs lie, and how ours is started on a store. */
import { fileURLToPath } from 'node:url'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Place } from './store.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export const OURS = path('../server/src/main.ts')

export const PEERS = {
  mercurius: path('peers/mercurius.ts'),
  handWrittenQuery: path('peers/hand-written-query.ts'),
  handWrittenIssuer: path('peers/hand-written-issuer.ts'),
} as const

export const startOurs = (place: Place): Promise<ServerProcess> =>
  startServer([OURS, 'serve'], place.environment, place.folder)
