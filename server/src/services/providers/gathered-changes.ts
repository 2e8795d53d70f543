/**
 * What providers change is told to connected operators in one entry an hour for each operator and application: the
 * first change at once, those of the next hour together at its end (threats row 140). Entries are final (ADR 73), so
 * they are gathered before they are written.
 */
import { addSeconds } from '../../domain/clock.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { lockApplication } from '../../storage/oauth/applications.ts'
import {
  dueGatheredChange,
  type GatheredChangeRow,
  gatheredChange,
  saveGatheredChange,
} from '../../storage/providers/gathered-changes.ts'
import type { Actor } from '../audit-trail.ts'
import { type Registration, tellOperators } from '../oauth/applications.ts'
import type { Randomness } from '../world.ts'

const HOUR = 3600
/** How often the job looks for what has been gathered long enough. */
export const CHANGED_ADD_ONS_MS = 60_000

/** The items by which operators know an application. */
export type RegistrationItems = Partial<
  Pick<Registration, 'name' | 'redirectUris' | 'description' | 'website' | 'connectUrl'>
>

/** One change, or several as one: what stood before the first and what stands after the last. */
export interface RegistrationNews {
  readonly changed: readonly string[]
  readonly before?: RegistrationItems
  readonly after?: RegistrationItems
  /** How many changes it was, where they are several. */
  readonly times?: number
}

const merged = (earlier: RegistrationNews, later: RegistrationNews): RegistrationNews => ({
  changed: [...new Set([...earlier.changed, ...later.changed])],
  before: { ...later.before, ...earlier.before },
  after: { ...earlier.after, ...later.after },
  times: (earlier.times ?? 1) + 1,
})

const newsIn = ({ gathered }: Pick<GatheredChangeRow, 'gathered'>): RegistrationNews | null =>
  gathered === null ? null : (JSON.parse(gathered) as RegistrationNews)

const tell = async (
  world: Randomness,
  tx: PlatformTx,
  { clientId, news }: { readonly clientId: string; readonly news: RegistrationNews },
  actor: Actor,
): Promise<void> => {
  const subject = { kind: 'application', id: clientId }
  await tellOperators(world, tx, { action: 'add-on.changed', subject, detail: { ...news } }, actor)
  await saveGatheredChange(tx, { client_id: clientId, told_at: await tx.now(), gathered: null, actor_id: null })
}

/** The caller holds the application's lock. */
export const tellOrGather = async (
  world: Randomness,
  tx: PlatformTx,
  { clientId, news }: { readonly clientId: string; readonly news: RegistrationNews },
  actor: Actor,
): Promise<void> => {
  const row = await gatheredChange(tx, clientId)
  const waiting = row ? newsIn(row) : null
  const all = waiting === null ? news : merged(waiting, news)
  if (!row || addSeconds(row.told_at, HOUR) <= (await tx.now())) return tell(world, tx, { clientId, news: all }, actor)
  await saveGatheredChange(tx, { ...row, gathered: JSON.stringify(all), actor_id: actor.id })
}

/** Of a background job: tells what was gathered for one application; true if more is left. */
export const tellGathered = async (tx: PlatformTx, world: Randomness): Promise<boolean> => {
  const due = await dueGatheredChange(tx, addSeconds(await tx.now(), -HOUR))
  if (!due) return false
  await lockApplication(tx, due.client_id)
  const row = await gatheredChange(tx, due.client_id)
  const news = row ? newsIn(row) : null
  if (!row || news === null || addSeconds(row.told_at, HOUR) > (await tx.now())) return true
  const actor: Actor = { kind: 'provider', id: row.actor_id, address: null, requestId: null }
  await tell(world, tx, { clientId: row.client_id, news }, actor)
  return true
}
