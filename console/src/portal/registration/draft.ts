/** A registration while it is typed. */
import type { Application } from '../queries.ts'

export interface RegistrationDraft {
  readonly name: string
  readonly kind: string
  readonly isPersonal: boolean
  /** One per line. */
  readonly redirectUris: string
  readonly description: string
  readonly phoneNumber: string
  readonly contact: string
  readonly website: string
  readonly connectUrl: string
  readonly logo: File | null
}

export const EMPTY_DRAFT: RegistrationDraft = {
  name: '',
  kind: 'other',
  isPersonal: false,
  redirectUris: '',
  description: '',
  phoneNumber: '',
  contact: '',
  website: '',
  connectUrl: '',
  logo: null,
}

export const draftOf = (application: Application): RegistrationDraft => ({
  name: application.name,
  kind: application.kind,
  isPersonal: application.isPersonal,
  redirectUris: application.redirectUriList.join('\n'),
  description: application.description,
  phoneNumber: application.phoneNumber,
  contact: application.contact,
  website: application.website,
  connectUrl: application.connectUrl ?? '',
  logo: null,
})

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const urlOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
