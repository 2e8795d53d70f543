/** The paths on every operator's address that others refer to. */
import { asQueryOctets } from '../../domain/oauth/redirect-uri.ts'

export const AUTHORIZE_PATH = '/oauth2/code/authorize/'
export const QUERY_PATH = '/api/graphql/'
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/** RFC 9728 §3.1: the metadata of a resource with a path stands under that path. */
export const resourceMetadataUrl = (origin: string, resourcePath: string): string =>
  `${origin}${RESOURCE_METADATA_PATH}${resourcePath}`

export const SIGN_IN_PATH = '/sign-in/'
export const SECOND_STEP_PATH = '/sign-in/second-step/'
export const SIGN_IN_PASSKEY_PATH = '/sign-in/passkey/'
export const SIGN_IN_PASSKEY_OPTIONS_PATH = '/sign-in/passkey/options/'
export const SIGN_OUT_PATH = '/sign-out/'
export const CONSENT_PATH = '/consent/'
export const ACCOUNT_PATH = '/account/'
export const ACCOUNT_PASSKEY_OPTIONS_PATH = '/account/passkey/options/'
export const INVITATION_PATH = '/invitation/'
export const OUTBOX_PATH = '/outbox/'
export const CONSOLE_PATH = '/console/'
/** The console's own route, for pages that lead there. */
export const ADD_ONS_PATH = '/console/add-ons'
export const CONSOLE_GRAPHQL_PATH = '/console/graphql/'

/** A place in the console, in printable characters: it begins with a path of ours, so it cannot lead anywhere else. */
const CONSOLE_PLACE = /^\/console\/[\x21-\x7e]{0,1000}$/

/** Sign-in, that leads back to this place in the console. */
export const signInToReach = (place: string): string =>
  place === CONSOLE_PATH || !CONSOLE_PLACE.test(place)
    ? SIGN_IN_PATH
    : `${SIGN_IN_PATH}?to=${encodeURIComponent(place)}`

/** The place in the console that a sign-in is to lead back to; null where its query says something else. */
export const consolePlaceIn = (query: string): string | null => {
  const place = /^to=[^&]*$/.test(query) ? new URLSearchParams(query).get('to') : null
  return place !== null && CONSOLE_PLACE.test(place) ? place : null
}

/** The query of an authorization request travels along through sign-in: whatever octets came, it decodes the same at the end. */
export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}?${asQueryOctets(query)}`
