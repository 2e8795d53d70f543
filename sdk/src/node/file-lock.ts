/**
 * A lock that processes share through a file. Made with O_EXCL, so that one of them gets it; renewed while it is
 * held. A lock left behind by a process that died is broken: at once where that process ran on this machine, else
 * when it was not renewed for a while. "A while" is watched, not read from clocks, for those jump and differ.
 */
import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sleep } from '../surroundings.ts'

const POLL_MS = 25
const RENEW_MS = 2000
/** Unchanged for so long means abandoned. */
const ABANDONED_MS = 15_000
/** Breaking takes a moment; one who died within it must not block the others for ever. */
const BREAKER_ABANDONED_MS = 5000

interface Owner {
  readonly id: string
  readonly pid: number
  readonly host: string
}

const ownerText = (): string => JSON.stringify({ id: randomUUID(), pid: process.pid, host: hostname() } satisfies Owner)

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** Windows answers so while the removal of a file is under way; elsewhere it is a refusal. */
const UNDER_REMOVAL = process.platform === 'win32' ? ['EPERM', 'EBUSY'] : []

/** Whether the file was made now, by us. */
const create = async (path: string, text: string): Promise<boolean> => {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(text)
    await file.close()
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST', ...UNDER_REMOVAL)) return false
    throw error
  }
}

const readOrNull = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT', ...UNDER_REMOVAL)) return null
    throw error
  }
}

const ownerOf = (text: string): Partial<Owner> => {
  try {
    return JSON.parse(text) as Partial<Owner>
  } catch {
    return {}
  }
}

const isDead = ({ pid, host }: Partial<Owner>): boolean => {
  if (pid === undefined || host !== hostname()) return false
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return isCode(error, 'ESRCH')
  }
}

/** What is seen of a lock from outside; it changes while its owner lives. */
const trace = async (path: string): Promise<string | null> => {
  const text = await readOrNull(path)
  if (text === null) return null
  const status = await stat(path).catch(() => null)
  return status && `${status.mtimeMs} ${text}`
}

/** Removes the lock if it is still the one that was judged; one process at a time, or two would break a new one. */
const breakLock = async (path: string, judged: string): Promise<void> => {
  const breaker = `${path}.break`
  if (!(await create(breaker, ownerText()))) {
    const age = Date.now() - ((await stat(breaker).catch(() => null))?.mtimeMs ?? Date.now())
    if (Math.abs(age) > BREAKER_ABANDONED_MS) await rm(breaker, { force: true })
    return
  }
  try {
    if ((await readOrNull(path)) === judged) await rm(path, { force: true })
  } finally {
    await rm(breaker, { force: true })
  }
}

/** Watches one lock of somebody else. */
class Watch {
  readonly #path: string
  #seen: string | null = null
  #since = performance.now()

  constructor(path: string) {
    this.#path = path
  }

  async breakIfAbandoned(): Promise<void> {
    const text = await readOrNull(this.#path)
    if (text === null) return
    const seen = await trace(this.#path)
    if (seen !== this.#seen) {
      this.#seen = seen
      this.#since = performance.now()
    }
    const isAbandoned = performance.now() - this.#since > ABANDONED_MS
    if (isAbandoned || isDead(ownerOf(text))) await breakLock(this.#path, text)
  }
}

const acquire = async (path: string, text: string, signal: AbortSignal | undefined): Promise<void> => {
  const watch = new Watch(path)
  signal?.throwIfAborted()
  while (!(await create(path, text))) {
    await watch.breakIfAbandoned()
    await sleep(POLL_MS * (0.5 + Math.random()), signal)
  }
}

export const withFileLock = async <T>(path: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
  const text = ownerText()
  await acquire(path, text, signal)
  const renewal = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, RENEW_MS)
  try {
    return await job()
  } finally {
    clearInterval(renewal)
    // Only our own: one that was broken meanwhile belongs to somebody else.
    if ((await readOrNull(path)) === text) await rm(path, { force: true })
  }
}
