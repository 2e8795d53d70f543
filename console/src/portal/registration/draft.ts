/** A registration while it is typed. */
import type { Application } from '../queries.ts'
import { checkRedirect } from './redirect-check.ts'
import { logoProblem } from './upload-logo.ts'

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

/** Those that the page asks for: name, kind, redirect URIs, description, phone number, logo, contact, website. */
export const ITEMS = 8

const isRedirectList = (text: string): boolean => {
  const uris = linesOf(text)
  return uris.length > 0 && uris.every((uri, index) => checkRedirect(uri, uris.toSpliced(index, 1))?.isGood === true)
}

/** How many look right while they are typed; the server has the last word. The kind always stands. */
export const itemsInOrder = (draft: RegistrationDraft): number =>
  [
    draft.name.trim() !== '',
    true,
    isRedirectList(draft.redirectUris),
    draft.description.trim() !== '',
    /^\+[\d ()./-]{7,}$/.test(draft.phoneNumber.trim()),
    draft.logo !== null && logoProblem(draft.logo) === null,
    draft.contact.trim() !== '',
    /^https?:$/.test(URL.parse(draft.website.trim())?.protocol ?? ''),
  ].filter(Boolean).length

export const urlOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
