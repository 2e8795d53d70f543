/** Resolves a host name to an operator, a portal or the landing page (access-model §1), ignoring case and a trailing dot. */
import { DEVELOPERS } from '../identity/realm.ts'
import { type Environment, operatorIdProblem } from './tenant.ts'

/** An operator in one environment, as its address names it. */
export interface OperatorAddress {
  readonly operatorId: string
  readonly environment: Environment
}

export type Address =
  | ({ readonly kind: 'operator' } & OperatorAddress)
  | { readonly kind: 'developers' }
  | { readonly kind: 'support' }
  /** The bare host, and the bare host of sandboxes: no operator's. */
  | { readonly kind: 'landing'; readonly environment: Environment }

/** The name in a Host header, lower case, without port and trailing dot; null where it is not a host at all. */
export const hostName = (header: string): string | null => {
  const match = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+?)\.?(?::\d{1,5})?$/.exec(header)
  return match?.[1]?.toLowerCase() ?? null
}

const operatorAddress = (operatorId: string, environment: Environment): Address | null =>
  operatorIdProblem(operatorId) === null ? { kind: 'operator', operatorId, environment } : null

export const addressOf = (name: string, baseName: string): Address | null => {
  if (name === baseName) return { kind: 'landing', environment: 'production' }
  if (name === `sandbox.${baseName}`) return { kind: 'landing', environment: 'sandbox' }
  if (!name.endsWith(`.${baseName}`)) return null
  const labels = name.slice(0, -baseName.length - 1).split('.')
  const [first = '', second] = labels
  if (labels.length === 2 && second === 'sandbox') return operatorAddress(first, 'sandbox')
  if (labels.length !== 1) return null
  if (first === 'developers' || first === 'support') return { kind: first }
  return operatorAddress(first, 'production')
}

/**
 * The operator that somebody typed: its identifier, or an address that they pasted, in either environment. Null where it
 * is neither.
 */
export const operatorIn = (typed: string, baseName: string): string | null => {
  const text = typed.trim().toLowerCase()
  const host = hostName(text.replace(/^https?:\/\//, '').replace(/[/?#].*$/, ''))
  const address = host === null ? null : addressOf(host, baseName)
  if (address?.kind === 'operator') return address.operatorId
  return operatorIdProblem(text) === null ? text : null
}

/** The origin of the bare host, or of the bare host of sandboxes. */
export const bareOriginOf = (publicUrl: URL, environment: Environment): string =>
  `${publicUrl.protocol}//${environment === 'sandbox' ? 'sandbox.' : ''}${publicUrl.host}`

/** The origin we write into links, issuers and pages: from the configuration, never from a request header. */
export const originOf = (publicUrl: URL, operatorId: string, environment: Environment): string => {
  const prefix = environment === 'sandbox' ? `${operatorId}.sandbox` : operatorId
  return `${publicUrl.protocol}//${prefix}.${publicUrl.host}`
}

/** Where the developer portal takes the answer of a grant while an application is built; in sandboxes only (portals §4). */
export const PORTAL_CALLBACK_PATH = '/callback/'

export const portalCallback = (publicUrl: URL): string =>
  `${originOf(publicUrl, DEVELOPERS, 'production')}${PORTAL_CALLBACK_PATH}`

/** However it is written: with a query of its own, in capitals, with a dot after the name. */
export const isPortalCallback = (uri: string, publicUrl: URL): boolean => {
  const [given, ours] = [URL.parse(uri), new URL(portalCallback(publicUrl))]
  if (given === null || given.pathname !== ours.pathname) return false
  return given.hostname.replace(/\.$/, '') === ours.hostname && given.port === ours.port
}

const isLoopbackName = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost')

/**
 * Whether a link leads to an address of this service below its bare host: an operator's, a sandbox's, the portal's,
 * support's or one that nobody has. On a developer's own machine every name is below `localhost`: there the port tells.
 */
export const isOwnAddress = (uri: string, publicUrl: URL): boolean => {
  const given = URL.parse(uri)
  if (given === null || !given.hostname.replace(/\.$/, '').endsWith(`.${publicUrl.hostname}`)) return false
  return !isLoopbackName(publicUrl.hostname) || given.port === publicUrl.port
}

/** Where the logos of applications are, on every operator's address. */
export const LOGO_FOLDER = '/application-logo/'

export const logoPath = (clientId: string): string => `${LOGO_FOLDER}${clientId}`
