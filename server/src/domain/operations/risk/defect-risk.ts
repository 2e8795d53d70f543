/** What defects of its aircraft put at risk: one with which it must not fly, or whose deferral is over (data §4.5). */
import { overlaps } from '../../interval.ts'
import { MAX_TOLD, subject, type Warning, type WarningCode, warning } from '../../warning.ts'
import { toReaders } from '../../wording.ts'
import type { Aircraft } from '../fleet/aircraft.ts'
import { permits } from '../fleet/permit-to-fly.ts'
import type { Unavailability } from '../fleet/unavailability.ts'
import { groundsAs } from '../logs/defect-life-cycle.ts'
import { isOver } from '../logs/deferral.ts'
import type { TechLogEntry } from '../logs/tech-log-entry.ts'
import { expectedOffBlock, expectedOnBlock } from '../movement/expected-times.ts'
import type { TaxiMinutes } from '../movement/implied-times.ts'
import type { Leg } from './timeline.ts'

/** The part of a defect that concerns a flight. */
export const STANDING_FIELDS = [
  'techLogEntryId',
  'aircraftId',
  'ataChapter',
  'isNoGo',
  'status',
  'melReference',
  'deferredUntil',
  'limitAtMinutes',
  'limitAtCycles',
  'restrictionList',
] as const satisfies readonly (keyof TechLogEntry)[]

export type StandingDefect = Pick<TechLogEntry, (typeof STANDING_FIELDS)[number]>

export interface BlockingDefect {
  readonly defect: StandingDefect
  readonly block: Unavailability | undefined
}

/** Made once for all flights of an aircraft. */
export const withBlocks = (
  defects: readonly StandingDefect[],
  blocks: readonly Unavailability[],
): readonly BlockingDefect[] => {
  const byDefect = new Map(blocks.toReversed().map((block) => [block.techLogEntryId, block]))
  return defects.map((defect) => ({ defect, block: byDefect.get(defect.techLogEntryId) }))
}

export interface DefectSurroundings {
  readonly aircraft: Pick<Aircraft, 'airframeMinutes' | 'cycles'>
  /** Those that are not released, with the blocks that they made. */
  readonly defects: readonly BlockingDefect[]
  readonly taxi: TaxiMinutes
}

const about = (code: WarningCode, leg: Leg, defect: StandingDefect, [full, general]: readonly [string, string]) =>
  warning(code, toReaders(['flight:read', 'log:read'], full, general), null, [
    subject('FLIGHT', leg.flightId, leg.flightNo),
    subject('TECH_LOG_ENTRY', defect.techLogEntryId),
  ])

const openWarning = (leg: Leg, defect: StandingDefect): Warning => {
  const chapter = defect.ataChapter === null ? '' : `, ATA ${defect.ataChapter}`
  const full = `The aircraft of ${leg.flightNo} has a defect with which it must not fly${chapter}`
  return about('DEFECT_OPEN', leg, defect, [full, 'The aircraft has a defect with which it must not fly'])
}

/** Defects that keep the aircraft on the ground, without those that a permit to fly lets go. */
const grounding = (leg: Leg, { defects }: DefectSurroundings) =>
  defects.filter(
    ({ defect: { isNoGo, status }, block }) =>
      isNoGo && groundsAs(status) && (block === undefined || !permits(block, leg)),
  )

const isOverLeg = (leg: Leg, block: Unavailability | undefined, { taxi }: DefectSurroundings): boolean =>
  block !== undefined && overlaps(block, { from: expectedOffBlock(leg), to: expectedOnBlock(leg, taxi) })

const expiredWarnings = (leg: Leg, { defects, aircraft }: DefectSurroundings): Warning[] =>
  defects
    .filter(({ defect }) => defect.status === 'DEFERRED' && isOver(defect, expectedOffBlock(leg), aircraft))
    .slice(0, MAX_TOLD)
    .map(({ defect }) => {
      const full = `The deferral of a defect by ${defect.melReference} is over before ${leg.flightNo} leaves`
      return about('DEFERRAL_EXPIRED', leg, defect, [full, 'The deferral of a defect is over before the flight leaves'])
    })

/** A defect that is open puts flights at risk until its block is expected to end. */
export const defectRisk = (leg: Leg, around: DefectSurroundings): Warning[] => [
  ...grounding(leg, around)
    .filter(({ block }) => isOverLeg(leg, block, around))
    .slice(0, MAX_TOLD)
    .map(({ defect }) => openWarning(leg, defect)),
  ...expiredWarnings(leg, around),
]

/** What is open beyond the risk: no flight is released while such a defect is open, whenever its block ends. */
export const defectWarnings = (leg: Leg, around: DefectSurroundings): Warning[] => [
  ...grounding(leg, around)
    .filter(({ block }) => !isOverLeg(leg, block, around))
    .slice(0, MAX_TOLD)
    .map(({ defect }) => openWarning(leg, defect)),
  ...around.defects
    .filter(({ defect }) => defect.status === 'DEFERRED')
    .slice(0, MAX_TOLD)
    .flatMap(({ defect }) =>
      defect.restrictionList.map((restriction) => {
        const full = `${defect.melReference}: ${restriction}`
        return about('DEFECT_RESTRICTION', leg, defect, [full, 'A deferred defect restricts how the aircraft flies'])
      }),
    ),
]
