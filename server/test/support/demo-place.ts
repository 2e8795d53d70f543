/** The location of a test's own demo: seeded once per test run, then copied. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { oncePerRun, runFolder } from './once-per-run.ts'
import { newPlace, type Place } from './places.ts'
import { startServerProcess } from './server-process.ts'

const SEEDED_AT = 'http://localhost:1'
const CREDENTIALS_FILE = 'demo-credentials.json'

const seed = async (folder: string): Promise<void> => {
  const server = await startServerProcess({ AIRSIDE_DATA: folder, AIRSIDE_PUBLIC_URL: SEEDED_AT }, ['--demo'])
  await server.stop()
}

/** The demo's own applications name the address that the demo is served at. */
const moveApplications = (folder: string, publicUrl: string): void => {
  const store = new DatabaseSync(join(folder, SQLITE_FILE))
  for (const column of ['redirect_uri_list', 'connect_url']) {
    store.prepare(`update application set ${column} = replace(${column}, ?, ?)`).run(SEEDED_AT, publicUrl)
  }
  store.close()
}

/** For a server with `--demo` at this address. A file that is run by itself gets an empty one, which its server seeds. */
export const demoPlace = async (publicUrl: string): Promise<Place> => {
  const place = await newPlace('sqlite')
  const run = runFolder()
  if (run === null) return place
  const seeded = await oncePerRun(run, 'prepared-demo', seed)
  const folder = place.environment.AIRSIDE_DATA ?? ''
  for (const file of [SQLITE_FILE, CREDENTIALS_FILE]) copyFileSync(join(seeded, file), join(folder, file))
  moveApplications(folder, publicUrl)
  return place
}
