/**
 * Values shared by all test files of one run: the first file that asks creates them, the others wait. `npm test` names
 * the run's folder in AIRSIDE_TEST_RUN; a file that runs alone shares nothing.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PATIENCE_MS } from './patience.ts'

const LOOK_EVERY_MS = 20

export const runFolder = (): string | null => process.env.AIRSIDE_TEST_RUN || null

const isMine = (folder: string): boolean => {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const madeByAnother = async (folder: string): Promise<void> => {
  const deadline = performance.now() + PATIENCE_MS
  while (!existsSync(join(folder, 'done'))) {
    const failure = join(folder, 'failed')
    if (existsSync(failure)) throw new Error(`Another test file could not make it: ${readFileSync(failure, 'utf8')}`)
    if (performance.now() > deadline) throw new Error(`Waited in vain for another file to finish ${folder}`)
    await pause(LOOK_EVERY_MS)
  }
}

/** The folder that holds what `make` put into it, in this process or in another of the run. */
export const oncePerRun = async (
  run: string,
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> => {
  const folder = join(run, name)
  if (!isMine(folder)) {
    await madeByAnother(folder)
    return folder
  }
  const note = (mark: string, text: string): void => {
    writeFileSync(join(folder, `${mark}.part`), text)
    renameSync(join(folder, `${mark}.part`), join(folder, mark))
  }
  await make(folder).catch((error: unknown) => {
    note('failed', error instanceof Error ? (error.stack ?? error.message) : String(error))
    throw error
  })
  note('done', '')
  return folder
}
