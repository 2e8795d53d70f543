/** The scope catalogue as rows of a form: one area each, what may be seen and what may be changed. */
import type { CatalogueScope } from '../queries.ts'

export interface Area {
  readonly name: string
  readonly read: CatalogueScope | undefined
  readonly write: CatalogueScope | undefined
}

const WORDS: Record<string, string> = {
  aircraft: 'Fleet',
  availability: 'Free aircraft, empty legs',
  sales: 'Charter requests, quotes',
  flight: 'Flights and trips',
  movement: 'Movement times',
  passenger: 'Passengers',
  manifest: 'Names on visits',
  service: 'Handling, fuel, permits',
  document: 'Documents',
  log: 'Journey and technical logs',
  crew: 'Crew and duties',
  safety: 'Safety reports',
  contact: 'Contacts',
  settings: 'Company details and rules',
}

const resourceOf = (scope: CatalogueScope): string => scope.name.split(':')[0] ?? scope.name

export const areasOf = (catalogue: readonly CatalogueScope[]): Area[] => {
  const byResource = Map.groupBy(
    catalogue.filter(({ isForKeys }) => isForKeys),
    resourceOf,
  )
  return [...byResource].map(([resource, scopes]) => ({
    name: WORDS[resource] ?? resource,
    read: scopes.find(({ access }) => access === 'read'),
    write: scopes.find(({ access }) => access === 'write'),
  }))
}
