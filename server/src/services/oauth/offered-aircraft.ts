/**
 * Which aircraft a marketplace may offer. An administrator chooses them at consent and changes them later (data §7.6);
 * what joins the fleet later is not offered until it is chosen.
 */
import { Failure } from '../../domain/failure.ts'
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import { MAX_OFFERED_AIRCRAFT } from '../../domain/operations/sales/sales-limits.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { fragment } from '../../storage/engines/fragment.ts'
import type { TenantReader, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { decideGrantAnew, lockOperatorGrant } from '../../storage/oauth/add-ons.ts'
import { type ApplicationRow, holdApplication } from '../../storage/oauth/applications.ts'
import { offerAircraft, offeredTo } from '../../storage/oauth/offered-aircraft.ts'
import { AIRCRAFT } from '../../storage/operations/fleet/aircraft.ts'
import { recordsById, selectRecords } from '../../storage/records.ts'
import { readingAs } from '../../storage/view.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import { endHolds } from '../operations/sales/empty-legs.ts'
import type { WorldAt } from '../world.ts'
import { notConnected } from './add-ons.ts'
import { tellOffers } from './told-offers.ts'

export const offersAircraft = ({ kind, personal }: Pick<ApplicationRow, 'kind' | 'personal'>): boolean =>
  kind === 'marketplace' && personal === 0

/** As many as a form of ours can carry; others are chosen in the add-ons panel. */
const MAX_SHOWN = 50

export interface AircraftToChoose {
  readonly shown: readonly Aircraft[]
  /** Those that the application may offer now. */
  readonly chosen: readonly string[]
  readonly isMore: boolean
}

const isForSale = ({ status }: Aircraft): boolean => status !== 'SOLD'

/** What an application can be given to offer: what it offers now, then others by registration. */
export const aircraftToChoose = async (
  reader: TenantReader,
  clientId: string,
  most = MAX_SHOWN,
): Promise<AircraftToChoose> => {
  const fleet = readingAs(reader, { of: 'operator' })
  const chosen = await offeredTo(reader, clientId)
  const own = await recordsById(fleet, AIRCRAFT, chosen.slice(0, MAX_SHOWN))
  const others = await selectRecords(fleet, AIRCRAFT, {
    where: [fragment`aircraft.status <> 'SOLD'`],
    orderBy: ['aircraft.registration', 'aircraft.aircraft_id'],
    most: most + 1,
  })
  const all = [...[...own.values()].filter(isForSale), ...others.filter(({ aircraftId }) => !own.has(aircraftId))]
  return { shown: all.slice(0, most), chosen, isMore: all.length > most }
}

/** Those that there are, and that are not sold. */
export const offerable = async (tx: TenantTx, aircraftIds: readonly string[]): Promise<string[]> => {
  const asked = [...new Set(aircraftIds)].slice(0, MAX_OFFERED_AIRCRAFT)
  if (asked.length === 0) return []
  const found = await recordsById(readingAs(tx, { of: 'operator' }), AIRCRAFT, asked)
  return asked.filter((id) => {
    const aircraft = found.get(id)
    return aircraft !== undefined && isForSale(aircraft)
  })
}

/**
 * At consent: null where one has to be chosen, and none was. Whoever has no aircraft yet chooses later; what was chosen
 * before and did not fit on the page stays.
 */
export const aircraftAtConsent = async (
  tx: TenantTx,
  clientId: string,
  asked: readonly string[],
): Promise<readonly string[] | null> => {
  const { shown, chosen } = await aircraftToChoose(tx, clientId)
  const unseen = chosen.filter((id) => shown.every(({ aircraftId }) => aircraftId !== id))
  const aircraftIds = await offerable(tx, [...asked, ...unseen])
  return aircraftIds.length === 0 && shown.length > 0 ? null : aircraftIds
}

/** Takes the place of what was chosen before, ends holds, and tells the application what it gains and loses. */
export const offerFrom = async (tx: TenantTx, clientId: string, aircraftIds: readonly string[]): Promise<string[]> => {
  const before = await offeredTo(tx, clientId)
  await offerAircraft(tx, clientId, aircraftIds, await tx.now())
  await endHolds(tx, { buyer: clientId, aircraftIds: before.filter((id) => !aircraftIds.includes(id)) })
  await tellOffers(tx, clientId, { before, after: aircraftIds })
  return before
}

export const setAddOnAircraft = async (
  at: WorldAt<Tenant>,
  { clientId, aircraftIds }: { readonly clientId: string; readonly aircraftIds: readonly string[] },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  const refuse = (description: string): never => {
    throw new Failure('invalid_request', description, { details: { field: 'aircraftIdList' } })
  }
  await changeOnce(at, key, async (tx) => {
    const application = await holdApplication(tx, clientId)
    const grant = await lockOperatorGrant(tx, clientId)
    if (!grant || !application) throw notConnected()
    if (!offersAircraft(application)) refuse('Only a marketplace offers aircraft')
    if (aircraftIds.length > MAX_OFFERED_AIRCRAFT) {
      refuse(`An application offers at most ${MAX_OFFERED_AIRCRAFT} aircraft`)
    }
    const after = await offerable(tx, aircraftIds)
    const missing = aircraftIds.find((id) => !after.includes(id))
    if (missing !== undefined) refuse(`${missing} is no aircraft that can be offered: it is unknown or sold`)
    await decideGrantAnew(tx, grant.grant_id, await tx.now())
    const before = await offerFrom(tx, clientId, after)
    await recordAudit(at, tx, actor, {
      action: 'add-on.aircraft-set',
      subject: { kind: 'application', id: clientId },
      detail: { before, after },
    })
    return clientId
  })
}
