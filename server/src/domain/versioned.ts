/** What every record that can be changed carries. */

/** Who wrote something: a person, an application, a key, the host at the command line, or the system by itself. */
export const AUTHOR_KINDS = ['API_KEY', 'APPLICATION', 'HOST', 'SYSTEM', 'USER'] as const
export type AuthorKind = (typeof AUTHOR_KINDS)[number]

export interface Author {
  readonly kind: AuthorKind
  /** Of the key, application or user. */
  readonly id: string | null
}

export const SYSTEM: Author = { kind: 'SYSTEM', id: null }

/** What another system calls a record. */
export interface ExternalId {
  readonly system: string
  readonly value: string
}

/**
 * The name of a system as everybody writes it. In the store ids of whoever took a name over have a number behind it
 * (`crm#2`), which no name can have (ADR 229).
 */
export const systemName = (kept: string): string => {
  const end = kept.indexOf('#')
  return end < 0 ? kept : kept.slice(0, end)
}

export const shownId = ({ system, value }: ExternalId): ExternalId => ({ system: systemName(system), value })

/** What writing a record sets by itself: its version rises by one with each change. */
export interface Stamped {
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
  /** Null where it was not recorded. */
  readonly createdBy: Author | null
  readonly updatedBy: Author | null
}

export interface Versioned extends Stamped {
  readonly externalIdList: readonly ExternalId[]
}

/** Stamps of a record that is not written yet. */
export const UNWRITTEN: Stamped = { version: 1, createdAt: 0, updatedAt: 0, createdBy: null, updatedBy: null }

const STAMPS = new Set(['version', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy'])

/** The fields in which two states of a record differ, as the change feed names them. */
export const changedFields = <R extends object>(before: R, after: R): string[] =>
  Object.keys(after).filter(
    (field) =>
      !STAMPS.has(field) && JSON.stringify(before[field as keyof R]) !== JSON.stringify(after[field as keyof R]),
  )
