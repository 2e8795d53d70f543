/** What a person is asked to sign about a defect: that it is deferred, or that the aircraft is released to service. */
import { dayInWords } from '../../day-in-words.ts'
import type { Deferral } from './deferral.ts'
import type { Paper, PaperLine } from './paper.ts'
import type { Release } from './release.ts'
import type { TechLogEntry } from './tech-log-entry.ts'

interface Defect {
  readonly entry: TechLogEntry
  readonly registration: string
}

const minute = (time: number | null): string | null =>
  time === null ? null : `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')}Z`

const foundLines = ({ entry: { ataChapter, description, foundAt, isNoGo, statusReason } }: Defect): PaperLine[] => [
  { label: 'Defect', text: description },
  { label: 'ATA', text: ataChapter },
  { label: 'Found', text: minute(foundAt) },
  { label: 'As found', text: isNoGo ? 'No go: the aircraft stays on the ground' : 'The aircraft may fly with it' },
  ...(statusReason === null ? [] : [{ label: 'Opened again because', text: statusReason }]),
]

const limitText = ({ limitHours, limitCycles }: Deferral): string | null => {
  const hours = limitHours === null ? [] : [`${limitHours} flight hours`]
  const cycles = limitCycles === null ? [] : [`${limitCycles} landings`]
  return [...hours, ...cycles].join(', ') || null
}

const shared = ({ entry, registration }: Defect) => ({
  act: 'Sign',
  done: 'Signed',
  heading: registration,
  day: dayInWords(entry.foundAt),
  timeList: [],
})

/** The deferral as the person reads it who accepts the aircraft with it. */
export const paperOfDeferral = (defect: Defect, deferral: Deferral): Paper => {
  const { registration, entry } = defect
  return {
    ...shared(defect),
    question: `Accept ${registration} with this defect deferred?`,
    name: `Deferral of a defect of ${registration} by ${deferral.melReference}`,
    note: 'The end of categories B, C and D is counted from the day of discovery.',
    lineList: [
      ...foundLines(defect),
      { label: 'Minimum equipment list', text: `${deferral.melReference}, category ${deferral.melCategory}` },
      { label: 'Deferred until', text: minute(deferral.deferredUntil) },
      { label: 'At most', text: limitText(deferral) },
      { label: 'Restrictions', text: deferral.restrictionList.join('\n') || null },
      { label: 'Operational procedure', text: deferral.operationalProcedure },
      { label: 'Maintenance procedure', text: deferral.maintenanceProcedure },
    ],
    thenList: [
      'The defect can be deferred on these terms, and on no others',
      ...(entry.isNoGo ? [`The block that keeps ${registration} on the ground ends with it`] : []),
    ],
    notList: ['Rectify the defect: that is due by then'],
  }
}

/** The release as the person reads it who certifies the work. */
export const paperOfRelease = (defect: Defect, release: Release, station: string | null): Paper => {
  const { registration, entry } = defect
  return {
    ...shared(defect),
    question: `Release ${registration} to service?`,
    name: `Release to service of ${registration}`,
    note: 'It concerns this defect alone; others of the aircraft stay as they are.',
    lineList: [
      ...foundLines(defect),
      { label: 'Deferred by', text: entry.melReference },
      { label: 'Rectification', text: entry.rectification },
      { label: 'Part off', text: entry.partOff },
      { label: 'Part on', text: entry.partOn },
      { label: 'Released by', text: release.name },
      { label: 'Licence, approval', text: `${release.licenceNumber}, ${release.approvalReference}` },
      { label: 'Where', text: station },
      { label: 'When', text: minute(release.at) },
    ],
    thenList: [
      'The defect can be released with these values, and with no others',
      ...(entry.isNoGo ? [`The block that keeps ${registration} on the ground ends with it`] : []),
    ],
    notList: [`Release other defects of ${registration}`],
  }
}
