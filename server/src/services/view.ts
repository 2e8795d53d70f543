/** Derives the view from the principal (access-model §7, data §3.6). */
import { actingAs } from '../domain/operations/acting-as.ts'
import { holdsAll, scopeSet } from '../domain/scopes.ts'
import type { DocumentsSeen, View } from '../domain/view.ts'
import type { Principal } from './principal.ts'

const READING_PASSENGERS = scopeSet(['passenger:read'])
const READING_MANIFESTS = scopeSet(['manifest:read'])
const READING_CREW = scopeSet(['crew:read'])
const READING_LOGS = scopeSet(['log:read'])

/** What a view follows from. */
export type Viewing = Pick<
  Principal,
  'kind' | 'applicationKind' | 'isPersonal' | 'scopes' | 'aircraftIds' | 'actorKey' | 'userId'
>

/**
 * Of documents an electronic flight bag sees what is for crew. A signed-in person sees them all where they may read
 * crew: that is the operator's office. Others see what concerns themselves, and whoever reads logs, those of aircraft
 * (ADR 171, threats row 254).
 */
const documentsSeen = (principal: Viewing): DocumentsSeen | null => {
  if (actingAs(principal) === 'flight-deck') return { as: 'flight-deck' }
  if (principal.kind !== 'user' || holdsAll(principal.scopes, READING_CREW)) return null
  return { as: 'person', userId: principal.actorKey, withAircraft: holdsAll(principal.scopes, READING_LOGS) }
}

export const viewOf = (principal: Viewing): View => {
  const withoutPassengers = holdsAll(principal.scopes, READING_PASSENGERS) ? {} : ({ withoutPassengers: true } as const)
  if (principal.aircraftIds !== null) {
    return { of: 'aircraft', aircraftIds: principal.aircraftIds, ...withoutPassengers }
  }
  const acting = actingAs(principal)
  if (acting === 'buyer') return { of: 'buyer', buyer: principal.actorKey }
  if (acting === 'provider') {
    const withoutNames = holdsAll(principal.scopes, READING_MANIFESTS) ? {} : ({ withoutPassengers: true } as const)
    return { of: 'provider', provider: principal.actorKey, ...withoutNames }
  }
  // Without a user there are no own records: a personal application never falls back to the operator's.
  if (acting === 'person') return { of: 'person', userId: principal.userId ?? '' }
  const documents = documentsSeen(principal)
  // A person sees papers of their own, whatever they may read of others.
  const seesPapers = documents?.as === 'person' || holdsAll(principal.scopes, READING_CREW)
  return {
    of: 'operator',
    ...withoutPassengers,
    ...(seesPapers ? {} : { withoutCrew: true }),
    ...(documents === null ? {} : { documents }),
    ...(principal.kind === 'application' ? { application: principal.actorKey } : {}),
  }
}
