/**
 * A lock that processes share through a file. The file is created with O_EXCL, so one process gets it, and renewed
 * while it is held. The lock of a dead process is broken: at once if the process ran on this machine, otherwise after
 * it was not renewed for some time. That time is observed, not read from file times, because clocks jump and differ.
 */
import { randomUUID } from 'node:crypto'
import { open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { sleep } from '../surroundings.ts'

const POLL_MS = 25
const RENEW_MS = 2000
/** A lock unchanged for this long is abandoned. */
const ABANDONED_MS = 15_000
/** A process that dies while it breaks a lock must not block the others for ever. */
const BREAKER_ABANDONED_MS = 5000

interface Owner {
  readonly id: string
  readonly pid: number
  readonly host: string
}

const ownerText = (): string => JSON.stringify({ id: randomUUID(), pid: process.pid, host: hostname() } satisfies Owner)

const isCode = (error: unknown, ...codes: string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

/** Windows reports this while a file is being removed; on other systems it is a real refusal. */
const UNDER_REMOVAL = process.platform === 'win32' ? ['EPERM', 'EBUSY'] : []

/** Returns whether this call created the file. */
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

/** The observable state of a lock; it changes while its owner lives. */
const trace = async (path: string): Promise<string | null> => {
  const text = await readOrNull(path)
  if (text === null) return null
  const status = await stat(path).catch(() => null)
  return status && `${status.mtimeMs} ${text}`
}

/** Removes the lock if it is still the one that was examined; one process at a time, or two would break a new lock. */
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

/** Observes one lock of another owner. */
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
    // Remove only our own lock: after it was broken, the file belongs to another owner.
    if ((await readOrNull(path)) === text) await rm(path, { force: true })
  }
}
