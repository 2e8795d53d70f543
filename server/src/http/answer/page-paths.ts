/** Paths on every operator's address that other files refer to. */
import { asQueryOctets } from '../../domain/oauth/redirect-uri.ts'

export const AUTHORIZE_PATH = '/oauth2/code/authorize/'
/** On the bare host: the form of "Which operator?". */
export const WHICH_OPERATOR_PATH = '/oauth2/which-operator/'
export const QUERY_PATH = '/api/graphql/'
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource'

/** RFC 9728 §3.1: the metadata path of a resource ends with the resource's path. */
export const resourceMetadataUrl = (origin: string, resourcePath: string): string =>
  `${origin}${RESOURCE_METADATA_PATH}${resourcePath}`

export const SIGN_IN_PATH = '/sign-in/'
export const SECOND_STEP_PATH = '/sign-in/second-step/'
export const SIGN_IN_PASSKEY_PATH = '/sign-in/passkey/'
export const SIGN_IN_PASSKEY_OPTIONS_PATH = '/sign-in/passkey/options/'
/** The second step with a recovery code. */
export const RECOVERY_PATH = '/sign-in/recovery/'
/** The page on which a user who must have a second step or a passkey sets one up. */
export const SET_UP_PATH = '/sign-in/set-up/'
export const SET_UP_PASSKEY_OPTIONS_PATH = '/sign-in/set-up/passkey/options/'
export const FORGOTTEN_PATH = '/forgotten/'
export const RESET_PATH = '/reset/'
export const SIGN_UP_PATH = '/sign-up/'
export const SIGN_UP_CONFIRM_PATH = '/sign-up/confirm/'
export const SIGN_UP_AGAIN_PATH = '/sign-up/again/'
export const SIGN_OUT_PATH = '/sign-out/'
export const CONSENT_PATH = '/consent/'
export const ACCOUNT_PATH = '/account/'
export const ACCOUNT_PASSKEY_OPTIONS_PATH = '/account/passkey/options/'
export const INVITATION_PATH = '/invitation/'
/** At a sandbox: where a hand-over is asked for, and where a browser arrives with it. */
export const HAND_OVER_PATH = '/hand-over/'
export const HAND_OVER_ARRIVAL_PATH = '/hand-over/arrival/'
/** In the portal: where it is given. */
export const HAND_OVER_GIVEN_PATH = '/console/hand-over/'
export const OUTBOX_PATH = '/outbox/'
export const CONSOLE_PATH = '/console/'
/** The console's own route, for pages that link to it. */
export const ADD_ONS_PATH = '/console/add-ons'
/** The portal's own page for what came to its callback. */
export const CALLBACK_PLACE = '/console/callback'
export const LOGO_UPLOAD_PATH = '/console/logo/'
export const EXPLORER_PATH = '/console/explorer/'
/** In the portal: queries to the provider's own sandbox operator. */
export const EXPLORER_QUERY_PATH = '/console/explorer/graphql/'
export const CONSOLE_GRAPHQL_PATH = '/console/graphql/'

/**
 * A path within the console, in printable characters. It starts with our own path, so it cannot lead to another site.
 */
const CONSOLE_PLACE = /^\/console\/[\x21-\x7e]{0,1000}$/

/** The page of one confirmation. */
const CONFIRM_PLACE = /^\/confirm\/\?id=cnf_[0-9A-Za-z]{1,40}$/

/**
 * The page of a confirmation, or a place in the console as a browser resolves it, so that dots and backslashes do not lead
 * out of it; null if it is neither.
 */
const ownPlace = (text: string): string | null => {
  if (CONFIRM_PLACE.test(text)) return text
  const url = CONSOLE_PLACE.test(text) ? URL.parse(text, 'https://console.invalid') : null
  const place = url && `${url.pathname}${url.search}${url.hash}`
  return place !== null && CONSOLE_PLACE.test(place) ? place : null
}

/** The sign-in page that returns to this place. */
export const signInToReach = (text: string): string => {
  const place = ownPlace(text)
  return place === null || place === CONSOLE_PATH ? SIGN_IN_PATH : `${SIGN_IN_PATH}?to=${encodeURIComponent(place)}`
}

/** The place to return to after sign-in; null if the query contains something else. */
export const returnPath = (query: string): string | null => {
  const place = /^to=[^&]*$/.test(query) ? new URLSearchParams(query).get('to') : null
  return place === null ? null : ownPlace(place)
}

/** Keeps the query of an authorization request through sign-in, so that it decodes to the same octets at the end. */
export const withQuery = (path: string, query: string): string =>
  query === '' ? path : `${path}?${asQueryOctets(query)}`
