/** Publishes empty legs, changes them, and leads them through their life cycle. */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import {
  EMPTY_LEG_LIFE_CYCLE,
  type EmptyLeg,
  type EmptyLegStatus,
  FREE,
  holdableFrom,
  MAX_HOLD_MS,
  OPERATOR_HOLDS,
  OWN_HOLD,
  statusAt,
  withHold,
} from '../../../domain/operations/sales/empty-leg.ts'
import { MAX_HOLDS } from '../../../domain/operations/sales/sales-limits.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { userError } from '../../../domain/user-error.ts'
import type { View } from '../../../domain/view.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { lockCount } from '../../../storage/operations/name-lock.ts'
import { EMPTY_LEG, heldCount, heldLegs, standingLegOf } from '../../../storage/operations/sales/empty-legs.ts'
import { changeRecord, createRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import { nextNumber } from '../../../storage/tenancy/operator-profile.ts'
import { unrestricted, type ViewTx, writingAs } from '../../../storage/view.ts'
import { newDetails, useCases } from '../../records/use-cases.ts'
import { refuseOtherWriters } from '../../records/writers.ts'
import { authorOf, type Desk } from '../desk.ts'
import { lockFlight } from '../flights/flight-lock.ts'
import { illegalStep, inState } from '../illegal-step.ts'
import { canBeSold } from './empty-leg-follows.ts'

type Path = readonly string[]

const refusePast = async (tx: ViewTx, { latest }: Pick<EmptyLeg, 'latest'>): Promise<void> => {
  if (latest <= (await tx.now())) throw userError('VALIDATION', 'latest must be in the future', ['input', 'latest'])
}

/** How a view is called as holder. */
export const holderOf = (view: View): string => (view.of === 'buyer' ? view.buyer : OPERATOR_HOLDS)

export const emptyLegs = useCases(EMPTY_LEG, null, {
  guard: async ({ tx, before, path }) => {
    const status = before && statusAt(before, await tx.now())
    if (status === null || status === 'PUBLISHED' || status === 'EXPIRED') return
    const general = 'It changes while it is offered and nobody holds it'
    throw userError('LOCKED', inState(EMPTY_LEG.description, `${general}; now it is ${status}`, general), path)
  },
  beforeWrite: async ({ tx, input, next }) => {
    if (input.latest !== undefined) await refusePast(tx, next)
    // A hold that has passed is over.
    return { status: 'PUBLISHED' as const, ...FREE }
  },
})

/** The flight's row is locked, so that of two who publish it one is first. */
export const publishEmptyLeg = async (
  tx: ViewTx,
  desk: Desk,
  input: InputOf<typeof EMPTY_LEG.description>,
): Promise<{ readonly emptyLeg: EmptyLeg }> => {
  refuseOtherWriters(EMPTY_LEG.description, desk)
  const path = ['input', 'flightId']
  const { flight } = await lockFlight(tx, input.flightId, path)
  if (!canBeSold(flight)) throw userError('LOCKED', 'Only a ferry that has not left can be published', path)
  if (await standingLegOf(tx, flight.flightId)) throw userError('LOCKED', 'The flight is published already', path)
  const { aircraftId, adepId, adesId } = flight
  const emptyLegNumber = `E${String(await nextNumber(tx, 'emptyLeg')).padStart(5, '0')}`
  const given = { emptyLegNumber, aircraftId, adepId, adesId }
  const details = await newDetails(tx, desk, EMPTY_LEG, { input, under: ['input'], given })
  await refusePast(tx, details)
  return { emptyLeg: await createRecord(tx, EMPTY_LEG, details) }
}

interface Stepping {
  readonly emptyLegId: string
  readonly expectedVersion: number
}

interface Asked extends Stepping {
  readonly to: EmptyLegStatus
  readonly by: 'hold' | 'set'
}

/** Locks the row: of two who step at once the second finds another version. */
const lockForStep = async (tx: ViewTx, desk: Desk, asked: Asked, path: Path): Promise<EmptyLeg> => {
  const leg = await lockRecord(tx, EMPTY_LEG, asked.emptyLegId, ['emptyLegId'])
  expectVersion(leg, asked.expectedVersion)
  const from = statusAt(leg, await tx.now())
  const steps = stepsOf(EMPTY_LEG_LIFE_CYCLE, { ...asked, from }, actingAs(desk.principal))
  const isOwn = leg.holder === holderOf(tx.view)
  if (steps.some(({ condition }) => isOwn || condition !== OWN_HOLD)) return leg
  throw illegalStep(EMPTY_LEG.description, from, asked.to, path)
}

export interface Holding extends Stepping {
  readonly until: number
}

/** Counted under a lock: one marketplace does not keep what others could sell (threats row 272). */
const refuseMoreHolds = async (tx: ViewTx): Promise<void> => {
  if (tx.view.of !== 'buyer') return
  const { buyer } = tx.view
  await lockCount(tx, 'empty_leg', buyer)
  if ((await heldCount(tx, buyer, await tx.now())) < MAX_HOLDS) return
  throw userError('LIMIT_EXCEEDED', `An application holds at most ${MAX_HOLDS} empty legs at once: give one back first`)
}

const refuseHoldAgain = (leg: EmptyLeg, holder: string, now: number): void => {
  const from = holdableFrom(leg, holder)
  if (from <= now) return
  const again = `it can hold it again from ${new Date(from).toISOString()} on`
  throw userError('LIMIT_EXCEEDED', `This application held the leg within the last 24 hours: ${again}`, ['emptyLegId'])
}

export const holdEmptyLeg = async (tx: ViewTx, desk: Desk, { until, ...asked }: Holding) => {
  const leg = await lockForStep(tx, desk, { ...asked, to: 'HELD', by: 'hold' }, ['emptyLegId'])
  // After the leg: whoever takes aircraft from the application waits for this lock, and must not wait for a leg's.
  await refuseMoreHolds(tx)
  const now = await tx.now()
  const holder = holderOf(tx.view)
  refuseHoldAgain(leg, holder, now)
  const last = Math.min(now + MAX_HOLD_MS, leg.latest)
  if (until <= now || until > last) {
    throw userError('VALIDATION', 'A hold ends in the future, within 48 hours and by the latest departure', ['until'])
  }
  const pastHoldList = withHold(leg, { holder, until }, now)
  const held = { status: 'HELD', heldUntil: until, heldBy: authorOf(desk), holder, pastHoldList } as const
  return { emptyLeg: await changeRecord(tx, EMPTY_LEG, leg, held) }
}

export interface StatusSet extends Stepping {
  readonly status: EmptyLegStatus
}

/** What is sold keeps its holder. */
export const setEmptyLegStatus = async (tx: ViewTx, desk: Desk, { status, ...asked }: StatusSet) => {
  const leg = await lockForStep(tx, desk, { ...asked, to: status, by: 'set' }, ['status'])
  const now = await tx.now()
  const isGivenBack = leg.holder !== null && statusAt(leg, now) === 'HELD'
  const given = isGivenBack ? { pastHoldList: withHold(leg, { holder: leg.holder, until: now }, now) } : {}
  const kept = status === 'SOLD' ? { heldUntil: null } : { ...FREE, ...given }
  return { emptyLeg: await changeRecord(unrestricted(tx), EMPTY_LEG, leg, { status, ...kept }) }
}

/**
 * Of aircraft that it may no longer offer, a marketplace keeps nothing from others: its holds end, sold legs stay. One
 * that is being made is waited for, by the lock under which holds are counted: it would not be seen (threats row 428).
 */
export const endHolds = async (
  tx: TenantTx,
  held: { readonly buyer: string; readonly aircraftIds: readonly string[] },
): Promise<void> => {
  if (held.aircraftIds.length === 0) return
  await lockCount(tx, 'empty_leg', held.buyer)
  const all = writingAs(tx, { of: 'operator' })
  const now = await tx.now()
  for (const leg of await heldLegs(all, held, now)) {
    const pastHoldList = withHold(leg, { holder: held.buyer, until: now }, now)
    await changeRecord(all, EMPTY_LEG, leg, { status: 'PUBLISHED', ...FREE, pastHoldList })
  }
}
