/** Safety reports of one tenant. */
import { utcDay } from '../../../domain/interval.ts'
import { SAFETY_REPORT_RECORD, type SafetyReport } from '../../../domain/operations/safety/safety-report.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader } from '../../handles.ts'
import { describedRecord } from '../../records/described-record.ts'
import { type ListRange, selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

export const SAFETY_REPORT = describedRecord(SAFETY_REPORT_RECORD, {
  visible: {},
  filters: {
    occurred: ({ from, to }) =>
      fragment`(safety_report.occurred_on >= ${utcDay(from)} and safety_report.occurred_on <= ${utcDay(to - 1)})`,
  },
})

const sentBy = (tenantId: string, userId: string) =>
  fragment`safety_report.safety_report_id in (select sent.safety_report_id from safety_original sent
    where sent.tenant_id = ${tenantId} and sent.user_id = ${userId})`

/** What one person sent, in the order in which it came. The caller says who that is. */
export const reportsSentBy = (reader: ViewReader, userId: string, range: ListRange): Promise<SafetyReport[]> =>
  selectRecords(reader, SAFETY_REPORT, {
    ...range,
    where: [sentBy(reader.tenantId, userId)],
    orderBy: ['safety_report.created_at', 'safety_report.safety_report_id'],
  })

/** How many reports of a person nobody has taken up yet, or came since then. */
export const waitingCount = async (reader: TenantReader, userId: string, since: number): Promise<number> => {
  const [row] = await rowsOf<{ waiting: number }>(
    reader,
    fragment`select count(*) as waiting from safety_report
      where safety_report.tenant_id = ${reader.tenantId} and (safety_report.status = 'SUBMITTED' or safety_report.created_at > ${since})
        and ${sentBy(reader.tenantId, userId)}`,
  )
  return Number(row?.waiting ?? 0)
}

/** How many reports that nobody signed wait in the operator. */
export const anonymousWaiting = async (reader: TenantReader): Promise<number> => {
  const [row] = await rowsOf<{ waiting: number }>(
    reader,
    fragment`select count(*) as waiting from safety_report
      where tenant_id = ${reader.tenantId} and confidentiality = 'ANONYMOUS' and status = 'SUBMITTED'`,
  )
  return Number(row?.waiting ?? 0)
}
