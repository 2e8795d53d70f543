/** Derives the view from the principal (access-model §7, data §3.6). */
import { actingAs } from '../domain/operations/acting-as.ts'
import { holdsAll, scopeSet } from '../domain/scopes.ts'
import type { View } from '../domain/view.ts'
import type { Principal } from './principal.ts'

const WHOLE_OPERATOR: View = { of: 'operator' }
const WITHOUT_PASSENGERS: View = { of: 'operator', withoutPassengers: true }
const READING_PASSENGERS = scopeSet(['passenger:read'])

export const viewOf = (principal: Principal): View => {
  if (principal.aircraftIds !== null) return { of: 'aircraft', aircraftIds: principal.aircraftIds }
  const acting = actingAs(principal)
  if (acting === 'buyer') return { of: 'buyer', buyer: principal.actorKey }
  if (acting === 'provider') return { of: 'provider', provider: principal.actorKey }
  // Without a user there are no own records: a personal application never falls back to the operator's.
  if (acting === 'person') return { of: 'person', userId: principal.userId ?? '' }
  return holdsAll(principal.scopes, READING_PASSENGERS) ? WHOLE_OPERATOR : WITHOUT_PASSENGERS
}
