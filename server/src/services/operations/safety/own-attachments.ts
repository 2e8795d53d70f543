/**
 * Files of one's own reports, fetched with the session or token itself: a link would be a row that tells that the
 * reporter was there (data §11.8, ADR 207).
 */
import { Failure } from '../../../domain/failure.ts'
import { DOCUMENT_LINK_PATH } from '../../../domain/operations/documents/paths.ts'
import { ownAttachments, type SafetyAttachment } from '../../../domain/operations/safety/safety-attachment.ts'
import type { SafetyOriginal } from '../../../domain/operations/safety/safety-original.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { findDraft } from '../../../storage/operations/safety/safety-drafts.ts'
import { originalsOf } from '../../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { recordById } from '../../../storage/records.ts'
import { readingAs } from '../../../storage/view.ts'
import type { Principal } from '../../principal.ts'
import type { WorldAt } from '../../world.ts'
import { HourlyAllowance } from './hourly-allowance.ts'

const OWN = scopeSet(['own:safety'])
/** In the place of what a fetched file costs: the budget of a person is a row with a time. */
const FETCHED_AN_HOUR = new HourlyAllowance(100)

const SIGN = '.'

export const ownAttachmentPath = (safetyReportId: string, { safetyAttachmentId }: SafetyAttachment): string =>
  `${DOCUMENT_LINK_PATH}?own=${safetyReportId}${SIGN}${safetyAttachmentId}`

const noSuchFile = (): Failure => new Failure('not_found', 'There is no such file of a report of yours')

const filesOf = async (at: WorldAt, original: SafetyOriginal): Promise<readonly SafetyAttachment[]> => {
  const report = await recordById(readingAs(at.read, { of: 'operator' }), SAFETY_REPORT, original.safetyReportId)
  return report ? ownAttachments(report, original) : []
}

/** `own` is what the path of the file says. */
export const openOwnAttachment = async (
  at: WorldAt,
  { scopes, userId }: Pick<Principal, 'scopes' | 'userId'>,
  own: string,
): Promise<SafetyAttachment> => {
  if (userId === null || !holdsAll(scopes, OWN)) {
    throw new Failure('insufficient_scope', 'Files of your own reports need own:safety', {
      details: { missingScopes: ['own:safety'] },
    })
  }
  const [reportId = '', attachmentId = ''] = own.split(SIGN)
  const original = (await originalsOf(at.read, [reportId])).get(reportId)
  const sent = original?.userId === userId ? await filesOf(at, original) : undefined
  const files = sent ?? (await findDraft(at.read, userId, reportId))?.documentList
  const found = files?.find((each) => each.safetyAttachmentId === attachmentId)
  if (!found) throw noSuchFile()
  if (!FETCHED_AN_HOUR.take(at, userId, await at.read.now())) {
    throw new Failure('rate_limited', `${FETCHED_AN_HOUR.most} files within an hour: wait a while`, {
      retryAfterSeconds: 600,
    })
  }
  return found
}
