/**
 * On whose behalf a principal changes something (data §3.6): an operator's user, an operator's key
 * or an application of kind `other` acts for the operator; every other kind of application as its own rows say.
 */
import type { ApplicationKind } from '../scopes.ts'

export const ACTORS = ['operator', 'buyer', 'provider', 'flight-deck', 'safety-office', 'person', 'system'] as const
export type ActingAs = (typeof ACTORS)[number]

const BY_KIND: Readonly<Record<ApplicationKind, ActingAs>> = {
  marketplace: 'buyer',
  'flight-support': 'provider',
  'electronic-flight-bag': 'flight-deck',
  'safety-management': 'safety-office',
  'pilot-logbook': 'person',
  other: 'operator',
}

export interface Acting {
  readonly kind: 'application' | 'api-key' | 'user'
  readonly applicationKind: ApplicationKind | null
  readonly isPersonal: boolean
}

export const actingAs = ({ kind, applicationKind, isPersonal }: Acting): ActingAs => {
  if (kind !== 'application') return 'operator'
  return isPersonal ? 'person' : BY_KIND[applicationKind ?? 'pilot-logbook']
}
