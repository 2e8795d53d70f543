/** What every list of records can be asked for, as a filter says it. */
import type { FoundBy } from '../../storage/operations/record-search.ts'
import { askedList } from './asked-list.ts'
import { askedExternalId, type ExternalIdInput } from './external-id.ts'

interface Asked {
  readonly externalId?: typeof ExternalIdInput.$inferInput | null | undefined
  readonly updatedSince?: number | null | undefined
}

/** `name` says which argument holds the ids. */
export const askedFor = (filter: Asked, ids: readonly string[] | null | undefined, name: string): FoundBy => ({
  ids: askedList(ids, name),
  updatedSince: filter.updatedSince ?? null,
  externalId: askedExternalId(filter.externalId),
})
