/**
 * The store: how busy its connections are, and what is read from it each time: the ages of the outbox and of background
 * work. A store that does not answer in time is told as such; everything else is written all the same.
 */
import { EndableLifetime } from '../services/endable-lifetime.ts'
import { BACKGROUND_JOBS, jobsDoneAt } from '../storage/background-jobs.ts'
import { CHANNELS, type WaitingOutbox, waitingOutbox } from '../storage/outbox.ts'
import type { Storage } from '../storage/storage.ts'
import type { Exposition } from './exposition.ts'

/** Less than a scrape may take. */
const MAX_READ_MS = 2_000

interface Upkeep {
  readonly now: number
  readonly outbox: readonly WaitingOutbox[]
  readonly jobs: ReadonlyMap<string, number>
}

/** Null if the store cannot be read. */
export const readUpkeep = async (storage: Storage): Promise<Upkeep | null> => {
  const inTime = new EndableLifetime()
  const timer = setTimeout(() => inTime.endBecause(new Error('The store did not answer in time')), MAX_READ_MS)
  try {
    const reader = storage.during(inTime, 'reserve').platform
    const now = await reader.now()
    return { now, outbox: await waitingOutbox(reader, now), jobs: await jobsDoneAt(reader) }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

export const writeStoreMetrics = (out: Exposition, storage: Storage, upkeep: Upkeep | null): void => {
  const lanes = Object.entries(storage.load)
  const byLane = (field: 'places' | 'inUse' | 'waiting') =>
    lanes.map(([lane, load]) => ({ labels: { lane }, value: load[field] }))
  out.gauge('airside_store_places', 'How many may use the store at once, by lane.', ...byLane('places'))
  out.gauge('airside_store_in_use', 'Who uses the store.', ...byLane('inUse'))
  out.gauge('airside_store_waiting', 'Who waits for it.', ...byLane('waiting'))
  out.gauge('airside_store_up', '1 if the store answered just now.', { value: upkeep === null ? 0 : 1 })
  out.gauge('airside_store_writable', '0 if writes failed and none succeeded since, as on a full disk.', {
    value: storage.isWritable ? 1 : 0,
  })
  if (upkeep !== null) writeUpkeep(out, upkeep)
}

const writeUpkeep = (out: Exposition, { now, outbox, jobs }: Upkeep): void => {
  const ofChannel = (channel: string) => outbox.find((each) => each.channel === channel)
  out.gauge(
    'airside_outbox_waiting',
    'Messages that wait to be sent.',
    ...CHANNELS.map((channel) => ({ labels: { channel }, value: ofChannel(channel)?.waiting ?? 0 })),
  )
  out.gauge(
    'airside_outbox_age_seconds',
    'How long the oldest of them waits.',
    ...CHANNELS.map((channel) => ({
      labels: { channel },
      value: (now - (ofChannel(channel)?.oldestAt ?? now)) / 1000,
    })),
  )
  out.gauge(
    'airside_background_job_age_seconds',
    'Since the job was last done by any process; where it never was, since this process began.',
    ...BACKGROUND_JOBS.map((job) => {
      const doneAt = jobs.get(job)
      return { labels: { name: job }, value: doneAt === undefined ? process.uptime() : (now - doneAt) / 1000 }
    }),
  )
}
