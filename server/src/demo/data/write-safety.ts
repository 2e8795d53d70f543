/**
 * Safety reports of the demo: some are the pilot's, with messages and a file; one has actions that are done, late and
 * open.
 */
import { hash } from 'node:crypto'
import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/interval.ts'
import { prefixFor } from '../../domain/operations/documents/upload-purpose.ts'
import { ICAO_MATRIX, riskAt } from '../../domain/operations/safety/risk.ts'
import type { SafetyAction } from '../../domain/operations/safety/safety-action.ts'
import { type SafetyAttachment, titleOfOwn } from '../../domain/operations/safety/safety-attachment.ts'
import type { SafetyReport } from '../../domain/operations/safety/safety-report.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { peopleOf } from '../../storage/identity/users.ts'
import { insertMessage } from '../../storage/operations/conversations/messages.ts'
import { insertWholeFile } from '../../storage/operations/documents/document-files.ts'
import { insertMany } from '../../storage/operations/operator-data.ts'
import { insertOriginal } from '../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT } from '../../storage/operations/safety/safety-reports.ts'
import { plainPdf } from './plain-pdf.ts'
import { Seeded } from './seeded.ts'

interface SafetySeeding {
  readonly seed: string
  readonly asOf: number
  readonly told: boolean
  readonly pilotUserId: string | undefined
}

/** Of the pilot: what is closed, and what is being looked at. */
const OF_PILOT: ReadonlySet<string> = new Set(['CLOSED', 'UNDER_REVIEW'])

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const actionsOf = (random: Seeded, asOf: number, owners: readonly string[]): SafetyAction[] => {
  const action = (text: string, days: number, completedAt: number | null, at: number): SafetyAction => ({
    safetyActionId: random.id('sfa'),
    text,
    ownerUserId: owners[at % owners.length] ?? '',
    dueDate: dayOf(asOf + days * DAY_MS),
    completedAt,
    effectiveness: completedAt === null ? null : 'Listed, and in the briefing.',
  })
  return [
    action('List the airports with many birds in autumn', -6, asOf - 9 * DAY_MS, 0),
    action('Ask the airport for its count of the last year', -2, null, 1),
    action('Crew note on lights below 10,000 ft', 13, null, 0),
  ]
}

const MESSAGES = [
  { side: 'SAFETY_OFFICE', text: 'Thank you. Did anybody of the ground crew see it before you did?', hours: 30 },
  { side: 'REPORTER', text: 'No, I found it on the walk-around.', hours: 41 },
] as const

const talk = async (tx: TenantTx, random: Seeded, { safetyReportId, awareAt }: SafetyReport): Promise<void> => {
  const subject = { entity: 'SAFETY_REPORT', entityId: safetyReportId } as const
  for (const [index, { side, text, hours }] of MESSAGES.entries()) {
    const participant = { side, name: side === 'REPORTER' ? `reporter/${safetyReportId}` : 'office', isPerson: true }
    const said = { messageId: random.id('cvm'), position: index + 1, author: null, at: awareAt + hours * HOUR_MS }
    await insertMessage(tx, subject, participant, { ...said, side, text })
  }
}

const SKETCH = plainPdf('Sketch of the stand', ['Stand 4, nose to the east', 'The ladder: two metres behind the tail'])

/** What the reporter sent along. */
const attachSketch = async (tx: TenantTx, random: Seeded, sentAt: number): Promise<SafetyAttachment> => {
  const [fileId, mediaType] = [random.id(prefixFor('own-report')), 'application/pdf']
  await insertWholeFile(tx, { fileId, mediaType, content: SKETCH, createdAt: startOfDay(sentAt) })
  return {
    ...{ safetyAttachmentId: random.id('sat'), title: titleOfOwn(mediaType, 1), fileId, mediaType, isOfReporter: true },
    ...{ byteSize: SKETCH.length, sha256: hash('sha256', SKETCH, 'hex') },
  }
}

export const writeSafety = async (
  tx: TenantTx,
  { seed, asOf, told, pilotUserId }: SafetySeeding,
  reports: readonly SafetyReport[],
): Promise<void> => {
  const random = new Seeded(seed).part('safety work')
  const owners = (await peopleOf(tx)).map(({ user_id }) => user_id).slice(0, 2)
  const isOfPilot = ({ status }: SafetyReport) => pilotUserId !== undefined && OF_PILOT.has(status)
  const looked = reports.find((report) => report.status === 'UNDER_REVIEW' && isOfPilot(report))
  const sketch = looked && (await attachSketch(tx, random, looked.awareAt))
  const worked = reports.map((report) => ({
    ...report,
    ...(sketch && report === looked ? { documentList: [sketch] } : {}),
    ...(isOfPilot(report) ? { reporterUserId: pilotUserId ?? null, repliesSince: report.awareAt } : {}),
    ...(report.status === 'ACTION_REQUIRED' && owners.length > 0
      ? {
          actionList: actionsOf(random, asOf, owners),
          residualRisk: riskAt(ICAO_MATRIX, { severity: 2, likelihood: 2 }),
        }
      : {}),
  }))
  await insertMany(tx, SAFETY_REPORT, worked, told)
  for (const report of worked.filter(isOfPilot)) {
    const { safetyReportId, title, narrative, airportId, flightId, aircraftId, dutyId } = report
    await insertOriginal(tx, {
      ...{ safetyReportId, userId: report.reporterUserId, title, narrative: narrative ?? '' },
      ...{ occurredAt: report.occurredAt ?? report.awareAt, airportId, flightId, aircraftId, dutyId },
      documentList: [],
    })
    if (report.status === 'UNDER_REVIEW') await talk(tx, random, report)
  }
}
