/** The files of carried operators: written beside their name and renamed once they are whole, so that nobody finds half of one. */
import { once } from 'node:events'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Failure } from '../../domain/failure.ts'
import type { TextSink } from '../../services/tenancy/carrying/export-operator.ts'
import type { FileBytes } from '../../services/tenancy/carrying/file-lines.ts'
import type { Terminal } from '../command.ts'

const PROGRESS_ROWS = 100_000

/** Says how far it is, every hundred thousand rows. */
export const progressAt = ({ stderr }: Terminal, verb: string): ((rows: number) => void) => {
  let said = 0
  return (rows) => {
    if (rows - said < PROGRESS_ROWS) return
    said = rows - (rows % PROGRESS_ROWS)
    stderr.write(`${verb} ${said.toLocaleString('en')} rows\n`)
  }
}

/** The path of a file that can be written and is not there yet. */
export const newFile = (file: string): string => {
  const target = resolve(file)
  if (existsSync(target)) throw new Failure('invalid_request', `${target} exists already: name a new file`)
  if (!existsSync(dirname(target))) throw new Failure('invalid_request', `${dirname(target)} does not exist`)
  return target
}

/** Runs a job whose text becomes the compressed file, on the disk before it is found under its name. Returns its bytes too. */
export const writeCompressed = async <T>(
  target: string,
  progress: TextSink['progress'],
  job: (sink: TextSink) => Promise<T>,
): Promise<{ readonly value: T; readonly bytes: number }> => {
  const part = `${target}.part`
  const gzip = createGzip()
  const written = pipeline(gzip, createWriteStream(part, { flush: true, mode: 0o600 }))
  // Whoever waits for room in a pipe that broke learns why.
  written.catch(() => {})
  const write = async (text: string): Promise<void> => {
    if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written])
  }
  try {
    const value = await job({ write, progress })
    gzip.end()
    await written
    const { size } = await stat(part)
    await rename(part, target)
    return { value, bytes: size }
  } catch (error) {
    gzip.destroy()
    await rm(part, { force: true })
    throw error
  }
}

export const bytesOf = (file: string): FileBytes => {
  const source = resolve(file)
  if (!existsSync(source)) throw new Failure('invalid_request', `${source} does not exist`)
  return () => createReadStream(source) as AsyncIterable<Uint8Array>
}
