/** Paths of the programs, starting ours on a store, and running several side by side. */
import { fileURLToPath } from 'node:url'
import { nextPort } from './options.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import type { Place } from './store.ts'

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url))

export const OURS = path('../server/src/main.ts')

export const PEERS = {
  mercurius: path('peers/mercurius.ts'),
  mercuriusEqualWork: path('peers/mercurius-equal-work.ts'),
  mercuriusLoaders: path('peers/mercurius-loaders.ts'),
  handWrittenQuery: path('peers/hand-written-query.ts'),
  handWrittenEqualWork: path('peers/hand-written-equal-work.ts'),
  handWrittenIssuer: path('peers/hand-written-issuer.ts'),
  handWrittenPostgres: path('peers/hand-written-postgres.ts'),
  oidcProvider: path('peers/oidc-provider.ts'),
  nodeOauth: path('peers/node-oauth.ts'),
} as const

type Served = Pick<Place, 'environment' | 'folder'>

export const startOurs = (place: Served, program = OURS): Promise<ServerProcess> =>
  startServer([program, 'serve'], { ...place.environment, PORT: String(nextPort()) }, place.folder)

export const startPeer = (place: Place, peer: keyof typeof PEERS, ...args: string[]): Promise<ServerProcess> =>
  startServer([PEERS[peer], ...args], { PORT: String(nextPort()) }, place.folder)

/** Runs the job while all servers run, and always stops them afterwards. */
export const sideBySide = async <T>(
  starting: readonly Promise<ServerProcess>[],
  job: (...servers: ServerProcess[]) => Promise<T>,
): Promise<T> => {
  const settled = await Promise.allSettled(starting)
  const servers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed) throw failed.reason
    return await job(...servers)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
}
