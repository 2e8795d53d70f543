/** Who sees a document of a service request outside the operator (ADR 198). */
import { type ServiceRequest, STANDING } from '../handling/service-request.ts'
import type { Document } from './document.ts'

type OfRequest = Pick<ServiceRequest, 'status' | 'sentAt' | 'providerContactId'>

/** The provider that was asked. Names of passengers end where the request was refused or cancelled (threats row 347). */
export const sharedWith = (
  { audienceList, isPassengerData }: Pick<Document, 'audienceList' | 'isPassengerData'>,
  { status, sentAt, providerContactId }: OfRequest,
): string | null => {
  if (!audienceList.includes('PROVIDER') || sentAt === null) return null
  return isPassengerData && !STANDING.includes(status) ? null : providerContactId
}
