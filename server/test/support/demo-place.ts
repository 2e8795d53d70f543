/** The location of a test's own demo: seeded once per test run, then copied. */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { oncePerRun, runFolder } from './once-per-run.ts'
import { newPlace, type Place } from './places.ts'
import { startServerProcess } from './server-process.ts'

const SEEDED_AT = 'http://localhost:1'

const seed = async (folder: string): Promise<void> => {
  const server = await startServerProcess({ AIRSIDE_DATA: folder, AIRSIDE_PUBLIC_URL: SEEDED_AT }, ['--demo'])
  await server.stop()
}

/** For a server with `--demo`, whose applications follow its address. A file that is run by itself gets an empty one, which its server seeds. */
export const demoPlace = async (): Promise<Place> => {
  const place = await newPlace('sqlite')
  const run = runFolder()
  if (run === null) return place
  const seeded = await oncePerRun(run, 'prepared-demo', seed)
  const folder = place.environment.AIRSIDE_DATA ?? ''
  copyFileSync(join(seeded, SQLITE_FILE), join(folder, SQLITE_FILE))
  return place
}
