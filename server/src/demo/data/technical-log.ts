/** The technical log of the demo in every state, and what maintenance is due: soon, overdue, by hours, by cycles, done. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/interval.ts'
import type { CrewMember } from '../../domain/operations/crew/crew.ts'
import type { Aircraft } from '../../domain/operations/fleet/aircraft.ts'
import type { Unavailability } from '../../domain/operations/fleet/unavailability.ts'
import { deferralOf, extendedEnd, flownLimits, type MelCategory } from '../../domain/operations/logs/deferral.ts'
import { MAINTENANCE_DUE_RECORD, type MaintenanceDue, nearSince } from '../../domain/operations/logs/maintenance-due.ts'
import type { ReleaseToService } from '../../domain/operations/logs/release.ts'
import type { Signature } from '../../domain/operations/logs/signature.ts'
import { AS_FOUND, TECH_LOG_ENTRY_RECORD, type TechLogEntry } from '../../domain/operations/logs/tech-log-entry.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

interface Fleet {
  readonly aircraft: readonly Aircraft[]
  readonly unavailability: readonly Unavailability[]
  readonly crewMembers: readonly CrewMember[]
  readonly asOf: number
}

interface TechnicalLog {
  readonly techLogEntries: readonly TechLogEntry[]
  readonly maintenanceDue: readonly MaintenanceDue[]
  /** The block of the aircraft that is grounded belongs to its defect. */
  readonly unavailability: readonly Unavailability[]
}

type Found = Pick<TechLogEntry, 'aircraftId' | 'ataChapter' | 'description' | 'foundIn' | 'foundAt'> &
  Partial<TechLogEntry>

const entryOf = (random: Seeded, found: Found): TechLogEntry =>
  madeRecord(TECH_LOG_ENTRY_RECORD, found.foundAt, {
    ...AS_FOUND,
    isNoGo: false,
    ...found,
    techLogEntryId: random.id('tle'),
  })

const signedBy = (member: CrewMember | undefined, signedAt: number): Signature | null =>
  member === undefined
    ? null
    : {
        crewMemberId: member.crewMemberId,
        name: `${member.name} ${member.surname}`,
        licenceNumber: null,
        method: 'PASSWORD',
        applicationName: 'Skylog',
        deviceId: 'EFB-07',
        signedAt,
      }

interface Terms {
  readonly melReference: string
  readonly melCategory: MelCategory
  readonly restrictionList?: readonly string[]
  readonly operationalProcedure?: string
}

const deferred = (aircraft: Aircraft, member: CrewMember | undefined, foundAt: number, terms: Terms) => {
  const deferral = deferralOf(terms, foundAt)
  return {
    ...deferral,
    ...flownLimits(deferral, aircraft),
    acceptance: signedBy(member, foundAt + HOUR_MS),
    status: 'DEFERRED' as const,
  }
}

const RELEASED_BY: Omit<ReleaseToService, 'at' | 'stationId'> = {
  name: 'Eva Frei',
  licenceNumber: 'CH.66.1234',
  approvalReference: 'CH.145.0123',
  signature: null,
}

/** One that grounds its aircraft as long as the block stands. */
const groundingDefect = (random: Seeded, block: Unavailability): TechLogEntry =>
  entryOf(random, {
    aircraftId: block.aircraftId,
    ataChapter: '29-11',
    description: 'Hydraulic fluid at the left main gear, quantity falls',
    foundIn: 'GROUND',
    foundAt: block.from - 20 * MINUTE_MS,
    isNoGo: true,
  })

const defectsOf = (random: Seeded, { aircraft, crewMembers, asOf }: Fleet): TechLogEntry[] => {
  const [first, second, third] = aircraft
  const last = aircraft.at(-1)
  if (!first || !second || !third || !last) return []
  const [pilot] = crewMembers
  const daysAgo = (days: number) => asOf - days * DAY_MS
  const wiper = daysAgo(9)
  const chart = daysAgo(2)
  const display = daysAgo(5)
  const until = extendedEnd('B', deferralOf({ melReference: '34-1', melCategory: 'B' }, display).deferredUntil ?? 0)
  return [
    entryOf(random, {
      aircraftId: first.aircraftId,
      ataChapter: '32-41',
      description: 'Brake wear pin of the right outer wheel at its limit',
      ...{ foundIn: 'GROUND', foundAt: daysAgo(21), isNoGo: true, status: 'RELEASED' },
      ...{
        rectification: 'Brake unit replaced, taxi check without findings',
        partOff: 'S/N B-1182',
        partOn: 'S/N B-2207',
      },
      release: { ...RELEASED_BY, stationId: first.baseId, at: daysAgo(20) },
    }),
    entryOf(random, {
      aircraftId: first.aircraftId,
      ataChapter: '30-42',
      description: 'Right windshield wiper does not park',
      ...{ foundIn: 'LANDING', foundAt: wiper },
      ...deferred(first, pilot, wiper, {
        melReference: '30-42-01',
        melCategory: 'D',
        restrictionList: ['No take-off or landing in precipitation from the right seat'],
      }),
    }),
    entryOf(random, {
      aircraftId: last.aircraftId,
      ataChapter: '23-30',
      description: 'Cabin briefing system silent',
      ...{ foundIn: 'CRUISE', foundAt: chart, isRecurring: true },
      ...deferred(last, pilot, chart, {
        melReference: '23-31-01',
        melCategory: 'C',
        operationalProcedure: 'Brief passengers by voice before taxi',
      }),
    }),
    entryOf(random, {
      aircraftId: second.aircraftId,
      ataChapter: '25-20',
      description: 'Reading light of seat 4R flickers',
      ...{ foundIn: 'CRUISE', foundAt: daysAgo(1) },
    }),
    entryOf(random, {
      aircraftId: third.aircraftId,
      ataChapter: '33-40',
      description: 'Left logo light dark',
      ...{ foundIn: 'GROUND', foundAt: daysAgo(3), status: 'RECTIFIED' },
      ...{ rectification: 'Lamp replaced, function checked', partOff: 'S/N 77', partOn: 'S/N 91' },
    }),
    // Extended once, and over soon.
    entryOf(random, {
      aircraftId: third.aircraftId,
      ataChapter: '34-22',
      description: 'Standby display dims by itself',
      ...{ foundIn: 'CRUISE', foundAt: display },
      ...deferred(third, pilot, display, { melReference: '34-22-02', melCategory: 'B' }),
      ...{ isExtended: true, extensionReason: 'The display arrives tomorrow', deferredUntil: until },
    }),
  ]
}

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

const maintenanceOf = (random: Seeded, { aircraft, asOf }: Fleet): MaintenanceDue[] => {
  const [first, second, third] = aircraft
  if (!first || !second || !third) return []
  const due = (of: Aircraft, title: string, more: Partial<MaintenanceDue>): MaintenanceDue => {
    const maintenanceDueId = random.id('mdu')
    const item = madeRecord(MAINTENANCE_DUE_RECORD, asOf - 40 * DAY_MS, {
      maintenanceDueId,
      aircraftId: of.aircraftId,
      title,
      ...more,
    })
    return { ...item, nearSince: nearSince(item, of, asOf - 2 * DAY_MS) }
  }
  return [
    due(first, 'Battery of the emergency locator', { dueDate: dayAt(asOf + 12 * DAY_MS) }),
    due(first, 'Check A, 400 h', {
      dueDate: dayAt(asOf + 75 * DAY_MS),
      dueAirframeMinutes: first.airframeMinutes + 22 * 60,
    }),
    due(second, 'Landing gear inspection', { dueCycles: second.cycles + 140 }),
    due(third, 'Weighing', { dueDate: dayAt(asOf - 2 * DAY_MS) }),
    due(third, 'Fire extinguishers', { dueDate: dayAt(asOf - 5 * DAY_MS), doneAt: asOf - 10 * DAY_MS }),
  ]
}

export const technicalLogOf = (random: Seeded, fleet: Fleet): TechnicalLog => {
  const block = fleet.unavailability.find(({ reason, isEndEstimated }) => reason === 'AOG' && isEndEstimated)
  const grounding = block && groundingDefect(random, block)
  return {
    techLogEntries: [...(grounding ? [grounding] : []), ...defectsOf(random, fleet)],
    maintenanceDue: maintenanceOf(random, fleet),
    unavailability: fleet.unavailability.map((each) =>
      each === block && grounding ? { ...each, techLogEntryId: grounding.techLogEntryId } : each,
    ),
  }
}
