/** The items of a registration and their rules, each told at its field (access-model §8). */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { Failure } from '../../domain/failure.ts'
import { redirectUriProblem } from '../../domain/oauth/redirect-uri.ts'
import { isWebLink, WEB_LINK_RULE } from '../../domain/oauth/web-link.ts'
import { APPLICATION_KINDS, type ApplicationKind } from '../../domain/scopes.ts'
import { isBlank, isShowableLine, isShowableText, UNSHOWABLE_MESSAGE } from '../../domain/shown-text.ts'
import { isOwnAddress, isPortalCallback, portalCallback } from '../../domain/tenancy/address.ts'

export interface Registration {
  readonly name: string
  readonly kind: ApplicationKind
  readonly personal: boolean
  readonly redirectUris: readonly string[]
  readonly description: string
  readonly phoneNumber: string
  readonly contact: string
  readonly website: string
  readonly connectUrl: string | null
  readonly logo: { readonly mediaType: string; readonly bytes: Uint8Array } | null
}

type Field = keyof Registration

export interface FieldProblem {
  readonly field: Field
  readonly message: string
}

const textProblem = (label: string, text: string, most: number, isShowable = isShowableLine): string | null => {
  if (isBlank(text) || text.length > most) return `${label} has 1 to ${most} characters`
  return isShowable(text) ? null : `${label} ${UNSHOWABLE_MESSAGE}`
}

const MAX_URL = 500

const urlProblem = (label: string, text: string): string | null => {
  const isFine = text.length <= MAX_URL && isWebLink(text)
  return isFine ? null : `${label} is an http or https URL, ${WEB_LINK_RULE}`
}

/** E.164, or null where it is no number of its country's plan. */
export const readPhoneNumber = (text: string): string | null => {
  const phone = parsePhoneNumberFromString(text.trim(), { extract: false })
  return phone?.isValid() ? phone.number : null
}

export const PHONE_PROBLEM = 'phoneNumber is a real number with its country code, e.g. +41 44 668 18 00'

const MAX_REDIRECT_URIS = 20

/** What is sent to an address of ours reaches no application, and a page of ours should hold nobody's code (threats row 633). */
const ownAddressProblem = (uri: string, publicUrl: URL): string | null =>
  isOwnAddress(uri, publicUrl) && !isPortalCallback(uri, publicUrl)
    ? `A redirect URI leads to your own application, not to an address of this service, except ${portalCallback(publicUrl)} for sandboxes`
    : null

const redirectUrisProblem = (uris: readonly string[], publicUrl: URL | null): string | null => {
  if (uris.length === 0 || uris.length > MAX_REDIRECT_URIS) {
    return `redirectUris lists 1 to ${MAX_REDIRECT_URIS} redirect URIs`
  }
  const twice = uris.find((uri, index) => uris.indexOf(uri) !== index)
  if (twice !== undefined) return `A redirect URI is listed twice: ${twice}`
  for (const uri of uris) {
    const problem = redirectUriProblem(uri) ?? (publicUrl && ownAddressProblem(uri, publicUrl))
    if (problem !== null) return `${problem}: ${uri}`
  }
  return null
}

const kindProblem = (kind: ApplicationKind): string | null =>
  APPLICATION_KINDS.includes(kind) ? null : `kind is one of ${APPLICATION_KINDS.join(', ')}`

/**
 * Every field that breaks a rule, in the order of the form. Without the service's own URL, redirect URIs that lead to it
 * are not looked for: where they are used they are void.
 */
export const registrationProblems = (given: Registration, publicUrl: URL | null): FieldProblem[] => {
  const isPersonalMissing = given.kind === 'pilot-logbook' && !given.personal
  const problems: readonly (readonly [Field, string | null])[] = [
    ['name', textProblem('name', given.name, 80)],
    ['description', textProblem('description', given.description, 2000, isShowableText)],
    ['contact', textProblem('contact', given.contact, 300)],
    ['kind', kindProblem(given.kind)],
    ['personal', isPersonalMissing ? 'A pilot-logbook is always personal' : null],
    ['redirectUris', redirectUrisProblem(given.redirectUris, publicUrl)],
    ['website', urlProblem('website', given.website)],
    ['connectUrl', given.connectUrl === null ? null : urlProblem('connectUrl', given.connectUrl)],
    ['phoneNumber', readPhoneNumber(given.phoneNumber) === null ? PHONE_PROBLEM : null],
  ]
  return problems.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
}

export const checkRegistration = (given: Registration, publicUrl: URL | null): void => {
  const [first] = registrationProblems(given, publicUrl)
  if (first) throw new Failure('invalid_request', first.message, { details: { field: first.field } })
}
