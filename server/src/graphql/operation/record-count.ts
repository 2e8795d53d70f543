/**
 * How many records of which kind an answer holds. The plan follows only the branches of an operation that can hold
 * records. It is made after the operation ran, never before: until its cost was admitted, what fragments share could
 * unfold into more branches than anybody should walk.
 */
import { getNamedType, isIntrospectionType, isObjectType } from 'graphql'
import { ENTITY_KINDS, type EntityKind } from '../../domain/entity-kind.ts'
import type { MetField } from './operation-walk.ts'

interface Branch {
  readonly key: string
  readonly kind: EntityKind | null
  readonly below: readonly Branch[]
}

const KINDS: ReadonlySet<string> = new Set(ENTITY_KINDS)

/** `CrewMember` is the type of what the change feed calls `CREW_MEMBER`. */
const kindOf = (typeName: string): EntityKind | null => {
  const kind = typeName.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
  return KINDS.has(kind) ? (kind as EntityKind) : null
}

const responseKey = ({ node }: MetField): string => node.alias?.value ?? node.name.value

/** Fields under one response key are one field of the answer. */
const branchesOf = (fields: readonly MetField[]): Branch[] =>
  [...Map.groupBy(fields, responseKey)].flatMap(([key, same]) => {
    const returned = same[0] && getNamedType(same[0].field.type)
    if (!returned || !isObjectType(returned) || isIntrospectionType(returned)) return []
    const kind = kindOf(returned.name)
    const below = branchesOf(same.flatMap(({ children }) => children))
    return kind === null && below.length === 0 ? [] : [{ key, kind, below }]
  })

const countInto = (counts: Map<EntityKind, number>, branches: readonly Branch[], value: unknown): void => {
  for (const { key, kind, below } of branches) {
    const found = (value as Record<string, unknown>)[key]
    const items = Array.isArray(found) ? found : [found]
    for (const item of items) {
      if (item === null || item === undefined) continue
      if (kind !== null) counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (below.length > 0) countInto(counts, below, item)
    }
  }
}

export type RecordCount = (data: unknown) => Map<EntityKind, number> | null

export const recordCount = (fields: readonly MetField[]): RecordCount => {
  const branches = branchesOf(fields)
  if (branches.length === 0) return () => null
  return (data) => {
    const counts = new Map<EntityKind, number>()
    countInto(counts, branches, data)
    return counts
  }
}
