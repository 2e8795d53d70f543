/**
 * The kinds of records, as the server describes them (`npm run generate`): what a page lists, shows, makes, changes and
 * exports follows from this. Nothing here names a kind.
 */
import described from '@airside/server/records.json' with { type: 'json' }

/** How the graph shows a field: a value, or an object that needs a selection. */
export interface Shown {
  readonly name: string
  readonly type: string
  readonly isObject: boolean
  readonly isList: boolean
}

export interface FieldOfKind {
  /** In inputs. */
  readonly name: string
  readonly label: string
  /** What it does, in a sentence. */
  readonly says?: string
  readonly type: string
  readonly words?: readonly string[]
  /** The kind that an id names. */
  readonly of?: string
  readonly limits: Readonly<Record<string, string | number | boolean>>
  readonly isNeeded: boolean
  readonly inCreate: boolean
  /** A new record needs it. */
  readonly isAsked: boolean
  readonly inUpdate: boolean
  /** An argument of the mutation that makes one, beside its input. */
  readonly isArgument: boolean
  readonly shown: Shown | null
}

export interface FilterOfKind {
  readonly name: string
  readonly by: string
  readonly type: string
  readonly label: string
  readonly words?: readonly string[]
  readonly of?: string
  /** The graph's type of it. */
  readonly takes: string
}

export interface MutationOfKind {
  readonly name: string
  readonly arguments: Readonly<Record<string, string>>
}

export interface Kind {
  readonly name: string
  /** As the change feed names it. */
  readonly entity: string
  readonly noun: string
  readonly plural: string
  /** Below /data/. */
  readonly path: string
  readonly says: string
  readonly scopes: { readonly read: string; readonly write: string }
  /** It has a conversation. */
  readonly isTalkedAbout: boolean
  readonly id: { readonly field: string; readonly isInInput: boolean }
  readonly queries: { readonly one: string; readonly list: string }
  readonly mutations: Readonly<Record<'create' | 'update' | 'delete', MutationOfKind | null>>
  /** The graph's fields that name a record to people. */
  readonly calledBy: readonly string[]
  /** The fields that a list shows beside the name; null: the first few. */
  readonly listed: readonly string[] | null
  readonly filters: {
    readonly as: string
    readonly type?: string
    readonly needsOneOf: readonly string[]
    readonly list: readonly FilterOfKind[]
  }
  readonly fields: readonly FieldOfKind[]
}

/** A record as the graph answered it. */
export type Row = Readonly<Record<string, unknown>>

/** In the order of a person's interest: what stands by itself before what belongs to another. */
export const KINDS: readonly Kind[] = (described.records as unknown as readonly Kind[]).toReversed()

export const kindNamed = (name: string): Kind | undefined => KINDS.find((kind) => kind.name === name)

export const kindAt = (path: string): Kind | undefined => KINDS.find((kind) => kind.path === path)

export const idOf = (kind: Kind, row: Row): string => String(row[kind.id.field])

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** What a list of several kinds calls this one. */
export const labelOf = ({ plural }: Kind): string => upperFirst(plural)
