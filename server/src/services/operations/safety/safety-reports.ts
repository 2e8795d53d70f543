/** What the safety office does with reports: enters, codes and assesses them, and leads them through their life cycle. */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import { ICAO_MATRIX, type RiskPlace, riskAt, riskProblems } from '../../../domain/operations/safety/risk.ts'
import { type CodeName, isSameCode, type SafetyCode } from '../../../domain/operations/safety/safety-code.ts'
import {
  isOver,
  SAFETY_LIFE_CYCLE,
  SAFETY_REPORT_RECORD,
  type SafetyReport,
  type SafetyStatus,
} from '../../../domain/operations/safety/safety-report.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { keptMatrix } from '../../../storage/operations/safety/safety-codes.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { changeRecord, expectVersion, lockRecord, recordsById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { NoticeRealm } from '../../notices/give-notice.ts'
import { useCases } from '../../records/use-cases.ts'
import type { Desk, Given } from '../desk.ts'
import { illegalStep, inState } from '../illegal-step.ts'
import { draftReport, makeReport, type SafetyReportInput, withFiles } from './new-report.ts'
import { heldUntil, takeFiles } from './own-uploads.ts'
import { codesOf } from './safety-codes.ts'
import { tellMandatory } from './tell-mandatory.ts'

/** What the input of a change has beside the record's own fields. */
interface Assessed {
  readonly codeList?: Given<readonly CodeName[]>
  readonly initialRisk?: Given<RiskPlace>
  readonly residualRisk?: Given<RiskPlace>
  readonly linkedReportIdList?: Given<readonly string[]>
}

const MAX_CODES = 50
const MAX_LINKS = 50

const at = (field: string): readonly string[] => ['input', field]

/** Enters a report that came from outside: nobody here reported it. */
export const enterReport = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  input: SafetyReportInput & { readonly submit?: Given<boolean> },
): Promise<{ readonly safetyReport: SafetyReport }> => {
  if (input.submit === false) {
    throw userError('NOT_ALLOWED', 'Only a report of one’s own is kept as a draft', at('submit'))
  }
  const now = await tx.now()
  const drafted = await draftReport(tx, desk, input, null)
  const from = (fileId: string) => ({ fileId, uploadedBy: desk.principal.actorKey })
  const files = await takeFiles(tx, desk, {
    uploadIds: input.uploadIdList ?? [],
    from,
    before: 0,
    until: heldUntil(now),
  })
  const safetyReport = await makeReport(tx, desk, withFiles(drafted, files), now)
  await tellMandatory(tx, place, safetyReport)
  return { safetyReport }
}

const refuseMany = (list: readonly unknown[], most: number, field: string): void => {
  if (list.length > most) throw userError('LIMIT_EXCEEDED', `A report has at most ${most} of these`, at(field))
}

/** Those that it had already stay as they were given. */
const codesAfter = async (
  tx: ViewTx,
  given: Given<readonly CodeName[]>,
  before: readonly SafetyCode[],
): Promise<readonly SafetyCode[]> => {
  if (given === undefined) return before
  const asked = given ?? []
  refuseMany(asked, MAX_CODES, 'codeList')
  const known = [...before, ...(await codesOf(tx)).filter(({ isActive }) => isActive)]
  const found = asked.map((name, index) => {
    const code = known.find((each) => isSameCode(each, name))
    if (code) return code
    throw userError('VALIDATION', 'There is no such code in use: safetyCodeList has them', [
      ...at('codeList'),
      `${index}`,
    ])
  })
  return [...new Set(found)]
}

const riskAfter = async (
  tx: ViewTx,
  field: 'initialRisk' | 'residualRisk',
  given: Given<RiskPlace>,
  before: SafetyReport['initialRisk'],
): Promise<SafetyReport['initialRisk']> => {
  if (given === undefined) return before
  if (given === null) return null
  const matrix = (await keptMatrix(tx)) ?? ICAO_MATRIX
  refuseProblems(riskProblems(matrix, given, [field]), ['input'])
  return riskAt(matrix, given)
}

const linksAfter = async (tx: ViewTx, given: Given<readonly string[]>, before: SafetyReport) => {
  if (given === undefined) return before.linkedReportIdList
  const ids = [...new Set(given ?? [])]
  refuseMany(ids, MAX_LINKS, 'linkedReportIdList')
  const found = await recordsById(tx, SAFETY_REPORT, ids)
  const unknown = ids.findIndex((id) => id === before.safetyReportId || !found.has(id))
  if (unknown < 0) return ids
  throw userError('NOT_FOUND', 'There is no such other report', [...at('linkedReportIdList'), `${unknown}`])
}

export const refuseOver = (report: SafetyReport, path: readonly string[]): void => {
  if (!isOver(report)) return
  const general = 'The report is over: one that is CLOSED is taken under review again first'
  throw userError('LOCKED', inState(SAFETY_REPORT_RECORD, `${general}; it is ${report.status}`, general), path)
}

/** What is written about a report that is over would change what was decided. */
export const safetyReports = useCases(SAFETY_REPORT, null, {
  guard: ({ before, path }) => {
    if (before) refuseOver(before, path)
  },
  beforeWrite: async ({ tx, before, input }) => {
    if (before === null) return undefined
    const { codeList, initialRisk, residualRisk, linkedReportIdList } = input as Assessed
    return {
      codeList: await codesAfter(tx, codeList, before.codeList),
      initialRisk: await riskAfter(tx, 'initialRisk', initialRisk, before.initialRisk),
      residualRisk: await riskAfter(tx, 'residualRisk', residualRisk, before.residualRisk),
      linkedReportIdList: await linksAfter(tx, linkedReportIdList, before),
    }
  },
})

export interface SafetyStatusSet {
  readonly safetyReportId: string
  readonly status: SafetyStatus
  readonly reason?: Given<string>
  readonly expectedVersion: number
}

/** Closing waits for all that was to be done; taking a closed one up again says why. */
const refuseStep = ({ actionList, status: from }: SafetyReport, to: SafetyStatus, reason: string | null): void => {
  if (to === 'CLOSED' && actionList.some(({ completedAt }) => completedAt === null)) {
    throw userError('NOT_ALLOWED', 'An action is not done yet: complete every action first', ['status'])
  }
  if (from === 'CLOSED' && reason === null) {
    throw userError('REASON_NEEDED', 'Say why the report is taken up again', ['reason'])
  }
}

export const setSafetyStatus = async (
  tx: ViewTx,
  desk: Desk,
  asked: SafetyStatusSet,
): Promise<{ readonly safetyReport: SafetyReport }> => {
  const { safetyReportId, status, expectedVersion } = asked
  const report = await lockRecord(tx, SAFETY_REPORT, safetyReportId, ['safetyReportId'])
  expectVersion(report, expectedVersion)
  const step = { from: report.status, to: status, by: 'set' }
  if (stepsOf(SAFETY_LIFE_CYCLE, step, actingAs(desk.principal)).length === 0) {
    throw illegalStep(SAFETY_REPORT_RECORD, report.status, status, ['status'])
  }
  const statusReason = asked.reason ?? null
  refuseProblems(textProblems(['reason'], statusReason, { most: 1000, severalLines: true }), [])
  refuseStep(report, status, statusReason)
  return { safetyReport: await changeRecord(tx, SAFETY_REPORT, report, { status, statusReason }) }
}
