/** Writes a file atomically: Ctrl-C leaves the old one. */
import { randomUUID } from 'node:crypto'
import { rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export const writeWhole = async (path: string, text: string, mode = 0o666): Promise<void> => {
  const draft = join(dirname(path), `.${randomUUID()}.draft`)
  try {
    await writeFile(draft, text, { mode, flag: 'wx' })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
