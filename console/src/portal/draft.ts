/** A registration while it is typed. */
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
