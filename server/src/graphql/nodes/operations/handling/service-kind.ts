/** The words for services, where a field is shown by hand. */
import { REVIEW_REASON, SERVICE_KIND } from '../../../../domain/operations/handling/service-kind.ts'
import { enumOf } from '../../records/record-enum.ts'

export const ServiceKind = enumOf(SERVICE_KIND)
export const ReviewReason = enumOf(REVIEW_REASON)
