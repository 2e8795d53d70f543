/** The address of one operator in one environment: `scheme://<operator_id>.<host>` (access-model §1). */
import { Misuse } from './failures.ts'

export type Environment = 'production' | 'sandbox'

export const DEFAULT_SERVICE = 'http://localhost:8080'

const OPERATOR_ID = /^[a-z][a-z0-9-]{0,29}[a-z0-9]$/

const serviceUrl = (service: string): URL => {
  const url = URL.canParse(service) ? new URL(service) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username) return url
  throw new Misuse(`service is the address of the service, such as ${DEFAULT_SERVICE}, not "${service}"`)
}

export const operatorOrigin = (service: string, operator: string, environment: Environment): string => {
  if (!OPERATOR_ID.test(operator)) {
    throw new Misuse(
      `"${operator}" is no operator id: 2 to 31 lower-case letters, digits and hyphens, as in alpine.example.com`,
    )
  }
  const { protocol, host } = serviceUrl(service)
  return `${protocol}//${operator}.${environment === 'sandbox' ? 'sandbox.' : ''}${host}`
}

/** Which environment a secret was made for: `air_live_…` or `air_test_…` (access-model §3). */
export const environmentOfSecret = (secret: string): Environment | null => {
  const word = /^air_(live|test)_/.exec(secret)?.[1]
  return word === undefined ? null : word === 'live' ? 'production' : 'sandbox'
}
