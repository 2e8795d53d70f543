/**
 * Tells the safety office of a report that the law asks for: its first clock runs already. Somebody who sends many is
 * told of for the first few of a day; the list has the rest (threats row 265).
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { mandatoryReport } from '../../../domain/notices/notice-words.ts'
import { clocksOf } from '../../../domain/operations/safety/safety-clocks.ts'
import type { SafetyReport } from '../../../domain/operations/safety/safety-report.ts'
import { noticesAbout } from '../../../storage/notices/notices.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { giveNotice, type NoticeRealm } from '../../notices/give-notice.ts'

const MAX_REPORT_NOTICES_A_DAY = 10

export const tellMandatory = async (tx: ViewTx, place: NoticeRealm, report: SafetyReport): Promise<void> => {
  const { authorityDueAt: dueAt } = clocksOf(report)
  if (dueAt === null) return
  const { safetyReportId, reference, reporterUserId, confidentiality } = report
  // Nobody who hides what they send keeps the office from hearing of another's.
  const subject = `mandatory reports of ${reporterUserId ?? confidentiality}`
  if ((await noticesAbout(tx, subject, (await tx.now()) - DAY_MS)) >= MAX_REPORT_NOTICES_A_DAY) return
  await giveNotice(place, tx, {
    kind: 'MANDATORY_REPORT',
    cause: `mandatory report ${safetyReportId}`,
    userId: null,
    madeBy: reporterUserId,
    subject,
    place: `/safety?open=${safetyReportId}`,
    words: mandatoryReport({ reference, dueAt }),
  })
}
