/**
 * Jobs that the server does by itself from time to time. A job is claimed in the transaction that does it: of several
 * processes one has its row, the others skip it, and a process that dies gives it back with its transaction. A job that
 * searches first is claimed in a transaction of its own before the search; if its process dies or the search fails, it is
 * due again later, and its age tells that it was not done.
 */
import { MAX_CLOCK_DIFFERENCE_SECONDS } from '../domain/limits.ts'
import type { PlatformReader, PlatformTx } from './handles.ts'

export const BACKGROUND_JOBS = [
  'asked-resets',
  'changed-add-ons',
  'daily-notices',
  'document-contents',
  'documents',
  'exports',
  'extra-scopes',
  'held-safety-acts',
  'housekeeping',
  'ids-of-before',
  'logbooks',
  'new-sandboxes',
  'notices',
  'reminders',
  'removal',
  'retention',
  'risk',
  'sandboxes',
] as const
export type BackgroundJob = (typeof BACKGROUND_JOBS)[number]

declare module './engines/tables.ts' {
  interface Tables {
    background_job: { name: string; due_at: number; done_at: number }
  }
}

/** Clocks that differ by less than this were not set back. */
const SET_BACK_MS = MAX_CLOCK_DIFFERENCE_SECONDS * 1000

/**
 * True if the job is due and no other process is at it; it is then due again in `everyMs`. A time well beyond that was
 * written by a clock that has been set back since, and does not count. The time is read once the row is held: one that
 * was read before is older than what the process that held it then wrote (ADR 94).
 */
export const claimJob = async (tx: PlatformTx, name: BackgroundJob, everyMs: number): Promise<boolean> =>
  claim(tx, name, everyMs, true)

/** The same for a job that is done later, in another transaction (`noteJobDone`). */
export const claimJobToDo = async (tx: PlatformTx, name: BackgroundJob, everyMs: number): Promise<boolean> =>
  claim(tx, name, everyMs, false)

const claim = async (tx: PlatformTx, name: BackgroundJob, everyMs: number, isDone: boolean): Promise<boolean> => {
  const held = await tx.db
    .selectFrom('background_job')
    .select('due_at')
    .where('name', '=', name)
    .$if(tx.kind === 'postgres', (query) => query.forUpdate().skipLocked())
    .executeTakeFirst()
  const now = await tx.now()
  const next = { due_at: now + everyMs, done_at: now }
  if (held) {
    const isDue = held.due_at <= now || held.due_at > next.due_at + SET_BACK_MS
    const claimed = isDone ? next : { due_at: next.due_at }
    if (isDue) await tx.db.updateTable('background_job').set(claimed).where('name', '=', name).execute()
    return isDue
  }
  // Either there is no row yet, or another process holds it: then nothing is inserted.
  const first = await tx.db
    .insertInto('background_job')
    .values({ name, ...next })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .executeTakeFirst()
  return first !== undefined
}

/** What was claimed before has been done. */
export const noteJobDone = async (tx: PlatformTx, name: BackgroundJob): Promise<void> => {
  await tx.db
    .updateTable('background_job')
    .set({ done_at: await tx.now() })
    .where('name', '=', name)
    .execute()
}

/** The claimed job has more to do: it is due at once, for any process. */
export const keepJobDue = async (tx: PlatformTx, name: BackgroundJob): Promise<void> => {
  await tx.db
    .updateTable('background_job')
    .set((eb) => ({ due_at: eb.ref('done_at') }))
    .where('name', '=', name)
    .execute()
}

/** When each job was last done; a job that never was is missing. */
export const jobsDoneAt = async (reader: PlatformReader): Promise<ReadonlyMap<string, number>> => {
  const rows = await reader.db.selectFrom('background_job').select(['name', 'done_at']).execute()
  return new Map(rows.map(({ name, done_at }) => [name, done_at]))
}
