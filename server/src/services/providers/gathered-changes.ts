/**
 * What providers change is told to connected operators in one entry an hour for each operator and application: the
 * first change at once, those of the next hour together at its end (threats row 140). Entries are final (ADR 73), so
 * they are gathered before they are written. The provider's owners are mailed as often (threats row 267).
 */
import { addSeconds } from '../../domain/clock.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { type ApplicationRow, lockApplication } from '../../storage/oauth/applications.ts'
import {
  dueGatheredChange,
  type GatheredChangeRow,
  gatheredChange,
  saveGatheredChange,
} from '../../storage/providers/gathered-changes.ts'
import type { Actor } from '../audit-trail.ts'
import { tellOperators } from '../oauth/applications.ts'
import type { Randomness } from '../world.ts'
import type { RegistrationNews } from './registration-news.ts'
import { mailChangeToOwners } from './told-owners.ts'

const HOUR = 3600
/** How often the job looks for what has been gathered long enough. */
export const CHANGED_ADD_ONS_MS = 60_000

/** What is gathered, and whose changes it is, in the order of their first. */
interface Gathered {
  readonly news: RegistrationNews
  readonly memberIds: readonly string[]
}

const merged = (earlier: RegistrationNews, later: RegistrationNews): RegistrationNews => ({
  changed: [...new Set([...earlier.changed, ...later.changed])],
  before: { ...later.before, ...earlier.before },
  after: { ...earlier.after, ...later.after },
  times: (earlier.times ?? 1) + 1,
})

/** Null where nothing waits. */
const gatheredIn = ({ gathered, actor_id }: GatheredChangeRow): Gathered | null => {
  if (gathered === null) return null
  const { memberIds = actor_id === null ? [] : [actor_id], ...news } = JSON.parse(gathered) as RegistrationNews &
    Partial<Gathered>
  return { news, memberIds }
}

const tell = async (
  world: Randomness,
  tx: PlatformTx,
  { application, ...gathered }: Gathered & { readonly application: ApplicationRow },
  actor: Actor,
): Promise<void> => {
  const { client_id } = application
  const subject = { kind: 'application', id: client_id }
  await tellOperators(world, tx, { action: 'add-on.changed', subject, detail: { ...gathered.news } }, actor)
  await mailChangeToOwners(world, tx, application, gathered)
  await saveGatheredChange(tx, { client_id, told_at: await tx.now(), gathered: null, actor_id: null })
}

/** The caller holds the application's lock, and gives it as it is after the change. */
export const tellOrGather = async (
  world: Randomness,
  tx: PlatformTx,
  { application, news }: { readonly application: ApplicationRow; readonly news: RegistrationNews },
  actor: Actor,
): Promise<void> => {
  const row = await gatheredChange(tx, application.client_id)
  const waiting = row ? gatheredIn(row) : null
  const memberIds = [...new Set([...(waiting?.memberIds ?? []), ...(actor.id === null ? [] : [actor.id])])]
  const all = { news: waiting === null ? news : merged(waiting.news, news), memberIds }
  if (!row || addSeconds(row.told_at, HOUR) <= (await tx.now())) return tell(world, tx, { application, ...all }, actor)
  await saveGatheredChange(tx, { ...row, gathered: JSON.stringify({ ...all.news, memberIds }), actor_id: actor.id })
}

/** Of a background job: tells what was gathered for one application; true if more is left. */
export const tellGathered = async (tx: PlatformTx, world: Randomness): Promise<boolean> => {
  const due = await dueGatheredChange(tx, addSeconds(await tx.now(), -HOUR))
  if (!due) return false
  const application = await lockApplication(tx, due.client_id)
  const row = await gatheredChange(tx, due.client_id)
  const gathered = row ? gatheredIn(row) : null
  if (!application || !row || !gathered || addSeconds(row.told_at, HOUR) > (await tx.now())) return true
  const actor: Actor = { kind: 'provider', id: row.actor_id, address: null, requestId: null }
  await tell(world, tx, { application, ...gathered }, actor)
  return true
}
