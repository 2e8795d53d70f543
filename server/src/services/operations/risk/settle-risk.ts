/**
 * Keeps the reasons of risk with the flights (data §4.5). They are assessed when something happens that may change
 * them, so that reading a flight takes no statement more and a change of reasons is in the feed.
 */
import type { Interval } from '../../../domain/interval.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import { isPlannable } from '../../../domain/operations/flights/flight-status.ts'
import { RISK_REASONS, type RiskReason } from '../../../domain/operations/risk/risk-reason.ts'
import type { Warning } from '../../../domain/warning.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { flightsInReach, nextFlightIds } from '../../../storage/operations/flights/legs.ts'
import { changeRecord, lockRecords } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import type { ReferenceSnapshot } from '../../reference/reference-snapshot.ts'
import { eachInTurn } from '../../steps.ts'
import { contextOf, riskOf } from './flight-context.ts'
import { partsOf } from './near-flights.ts'
import { rulesOf } from './rules.ts'

const isReason = (code: string): code is RiskReason => (RISK_REASONS as readonly string[]).includes(code)

/** In one order, so that equal reasons are equal lists. */
const reasonsAmong = (warnings: readonly Warning[]): RiskReason[] =>
  RISK_REASONS.filter((reason) => warnings.some(({ code }) => code === reason))

export interface RiskChange {
  readonly aircraftIds: readonly string[]
  readonly crewMemberIds: readonly string[]
  /** The flights that changed themselves. */
  readonly flightIds: readonly string[]
  /** When something changed. */
  readonly changed: Interval
}

export interface AtRisk {
  readonly flight: Flight
  /** The warnings that the flight did not have before. */
  readonly news: readonly Warning[]
  /** Everything that puts it at risk now. */
  readonly reasons: readonly Warning[]
}

/** Warnings about rest and assessments are reported with the duty that they concern. */
const TOLD_WITH_DUTIES = new Set<string>(['REST_BELOW_MINIMUM', 'DUTY_ASSESSED_ILLEGAL'])

const newsOf = (flight: Flight, warnings: readonly Warning[]): Warning[] =>
  warnings.filter(({ code }) => isReason(code) && !TOLD_WITH_DUTIES.has(code) && !flight.riskReasonList.includes(code))

/** Some at a time, in the order of their ids: the rows of thousands would be read in one turn. */
const LOCKED_AT_ONCE = 200

const lockFlights = async (all: ViewTx, ids: readonly string[]): Promise<Flight[]> => {
  const flights: Flight[] = []
  const ordered = ids.toSorted()
  for (let at = 0; at < ordered.length; at += LOCKED_AT_ONCE) {
    flights.push(...(await lockRecords(all, FLIGHT, ordered.slice(at, at + LOCKED_AT_ONCE))).values())
  }
  return flights
}

/**
 * Locks the flights in the order of their ids. The aircraft and crew members are locked already: every change of one of
 * these flights locks its aircraft or a member of its crew.
 */
export const settleRisk = async (tx: ViewTx, reference: ReferenceSnapshot, change: RiskChange): Promise<AtRisk[]> => {
  const all = unrestricted(tx)
  const { aircraftIds, crewMemberIds, changed } = change
  const reached = await flightsInReach(all, { aircraftIds, crewMemberIds, ...changed })
  const next = await nextFlightIds(all, aircraftIds, changed.from)
  const ids = [...new Set([...change.flightIds, ...reached, ...next])]
  const flights = await lockFlights(all, ids)
  if (flights.length === 0) return []
  const rules = await rulesOf(tx)
  const found: AtRisk[] = []
  for (const part of partsOf(flights)) {
    const context = await contextOf(tx, reference, part, rules)
    tx.payer?.addCompared(context.around)
    await eachInTurn(tx, part, async (flight) => {
      const warnings = isPlannable(flight.status) ? riskOf(flight, context) : []
      found.push({
        flight: await changeRecord(tx, FLIGHT, flight, { riskReasonList: reasonsAmong(warnings) }),
        news: newsOf(flight, warnings),
        reasons: warnings.filter(({ code }) => isReason(code)),
      })
    })
  }
  tx.payer?.addAssessed(found.length - change.flightIds.length)
  return found
}
