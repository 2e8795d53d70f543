/** How clients come here: names, transport, proxies. */
import { lookup } from 'node:dns/promises'
import type { Config } from '../../config/config.ts'
import { type Finding, findingOf } from './finding.ts'

/** Every operator has its own name below the public one, so DNS must resolve all of them. */
const names = async (config: Config): Promise<Finding> => {
  const host = config.publicUrl.hostname
  if (host === 'localhost') return { what: 'Names', verdict: 'fine', detail: 'browsers and curl lead *.localhost here' }
  const missing: string[] = []
  for (const name of [`airside-doctor.${host}`, `airside-doctor.sandbox.${host}`]) {
    await lookup(name).catch(() => missing.push(name))
  }
  if (missing.length === 0) return { what: 'Names', verdict: 'fine', detail: `*.${host} and *.sandbox.${host} resolve` }
  return {
    what: 'Names',
    verdict: 'failed',
    detail: `${missing.join(' and ')} do not resolve: add wildcard DNS records`,
  }
}

const transport = ({ publicUrl }: Config): Finding =>
  findingOf(
    'Transport',
    publicUrl.protocol === 'https:' || publicUrl.hostname.endsWith('localhost'),
    publicUrl.origin,
    `${publicUrl.origin} is not https: tokens would travel in the clear`,
  )

/** The server itself speaks no TLS: behind https there is a proxy. */
const proxies = ({ publicUrl, trustedProxies }: Config): Finding =>
  findingOf(
    'Proxies',
    trustedProxies !== null || publicUrl.protocol !== 'https:',
    trustedProxies === null
      ? 'none: clients come here by themselves'
      : 'X-Forwarded-For counts from those that are named',
    'AIRSIDE_TRUSTED_PROXIES is not set: every request seems to come from the proxy, and limits by address count for all clients together',
  )

export const networkFindings = async (config: Config): Promise<Finding[]> => [
  await names(config),
  transport(config),
  proxies(config),
]
