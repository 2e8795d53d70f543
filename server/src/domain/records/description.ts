/**
 * A record, described once: from this follow its type, its columns, its reads and searches, its inputs, its mutations
 * and what the console shows. What a kind needs beyond it is written by hand in the layer that it concerns.
 */
import type { ActingAs } from '../operations/acting-as.ts'
import type { ConversationRule } from '../operations/conversations/message-side.ts'
import type { ExternalIdChange } from '../operations/external-id.ts'
import type { Problem } from '../problem.ts'
import type { Scope } from '../scopes.ts'
import type { Versioned } from '../versioned.ts'
import type { View } from '../view.ts'
import type { Field } from './field.ts'
import type { Filter } from './filter.ts'

export type Fields = Readonly<Record<string, Field>>

/** A field of a patch: absent and null mean different things. */
export type Given<T> = T | null | undefined

type Plain<T> = { [K in keyof T]: T[K] }

type ValueOf<F> = F extends Field<infer V, infer _O> ? V : never

type Options<F> = F extends Field<infer _V, infer O> ? O : never

type WrittenOf<F> = Options<F> extends { readonly written: infer W } ? W : 'always'

type IsNeeded<F> =
  Options<F> extends { readonly untold: string }
    ? false
    : Options<F> extends { readonly required: true } | { readonly initial: string | number | boolean }
      ? true
      : ValueOf<F> extends readonly unknown[]
        ? true
        : false

type StoredOf<F> = IsNeeded<F> extends true ? ValueOf<F> : ValueOf<F> | null

/** What the operator says of a record, and what follows from it: everything but its id and its stamps. */
export type DetailsOf<F extends Fields> = { readonly [K in keyof F]: StoredOf<F[K]> }

type InputName<K, F> = Options<F> extends { readonly as: infer A extends string } ? A : K

type KeysWritten<F extends Fields, W> = {
  [K in keyof F]: WrittenOf<F[K]> extends W
    ? Options<F[K]> extends { readonly parent: 'argument' }
      ? never
      : K
    : never
}[keyof F]

/** What a new record must be given. */
export type KeysRequired<F extends Fields> = {
  [K in keyof F]: Options<F[K]> extends { readonly required: true }
    ? Options<F[K]> extends { readonly initial: string | number | boolean }
      ? never
      : K
    : never
}[keyof F]

type Creating<F extends Fields> = KeysWritten<F, 'always' | 'create'>

interface ExternalIds {
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

/** What a new record is made of. */
export type InputOfFields<F extends Fields> = Plain<
  {
    readonly [K in Creating<F> & KeysRequired<F> as InputName<K, F[K]> & string]: ValueOf<F[K]>
  } & {
    readonly [K in Exclude<Creating<F>, KeysRequired<F>> as InputName<K, F[K]> & string]?: Given<ValueOf<F[K]>>
  } & ExternalIds
>

/** A change: what is absent stays, null clears. */
export type PatchOfFields<F extends Fields> = Plain<
  {
    readonly [K in KeysWritten<F, 'always' | 'update'> as InputName<K, F[K]> & string]?: Given<ValueOf<F[K]>>
  } & ExternalIds
>

/** What a hook must give for a new record: what is needed, but no input says. */
export type ComputedOf<F extends Fields> = {
  readonly [K in keyof F as WrittenOf<F[K]> extends 'never' ? K : never]: StoredOf<F[K]>
}

/** A view that is narrower than the whole operator. */
export type NarrowView = Exclude<View['of'], 'operator'>

/**
 * Which rows a view sees: all, none, those whose field names it, those of aircraft that the operator offers to it, or
 * those that a hook of the store joins to it.
 */
export type Sight<F extends string = string> = 'all' | 'none' | 'joined' | { readonly own: F } | { readonly offered: F }

export const own = <const F extends string>(field: F) => ({ own: field }) as const

/** Of a buyer: the field with the aircraft (data §7.6). */
export const offered = <const F extends string>(field: F) => ({ offered: field }) as const

/** A rule between fields, checked where an input names one of them. */
export interface Rule<F extends Fields> {
  readonly of: readonly (keyof F & string)[]
  problems(details: DetailsOf<F>): Problem[]
}

/** The order of a list before the id: a field, and what an absent value counts as. */
export interface Order<F extends string = string> {
  readonly field: F | 'createdAt'
  readonly endless?: string
}

export interface Description<
  N extends string = string,
  I extends string = string,
  E extends string = string,
  F extends Fields = Fields,
  X extends Readonly<Record<string, Filter>> = Readonly<Record<string, Filter>>,
  S extends Readonly<Record<NarrowView, Sight>> = Readonly<Record<NarrowView, Sight>>,
> {
  readonly name: N
  /** Where the description stands, for messages. */
  readonly file: string
  /** Its name in the change feed. */
  readonly entity: E
  /** Its word in messages: "There is no such travel document". */
  readonly noun: string
  /** The word for several; with an s where absent. */
  readonly plural?: string
  /** The fields that name a record to people, in that order. */
  readonly calledBy: readonly string[]
  /** The fields that a list shows beside the name; the first few where absent. */
  readonly listed?: readonly string[]
  readonly says: string
  readonly id: { readonly field: I; readonly prefix: string; readonly isInInput?: boolean }
  readonly read: Scope
  readonly write: Scope
  /** On whose behalf it is made, changed and deleted, and given external ids; anybody's with the scope where absent. */
  readonly writtenBy?: ActingAs
  /** The field with the one user whose record it is: nobody else sees it, not even the operator (data §12). */
  readonly owner?: string
  /** Who talks about it with the operator; absent where nobody does. */
  readonly conversation?: ConversationRule
  /** What reads the type itself: false where it is reached through a type that needs the scope. */
  readonly isTypeOpen?: boolean
  /** Names in the graph that differ from the rule. */
  readonly names?: {
    readonly page?: string
    readonly filter?: string
    readonly createInput?: string
    readonly payload?: string
    /** The mutation that makes one, where it is written by hand under another name. */
    readonly create?: string
  }
  readonly fields: F
  readonly rules?: readonly Rule<F>[]
  readonly order: Order
  readonly filters: X
  /** How a list takes its filters: one argument that may be left out, one that is needed, or each as an argument. */
  readonly filtersAs?: 'optional' | 'required' | 'arguments'
  /** A search names one of these. */
  readonly needsOneOf?: readonly string[]
  readonly visible: S
  /** The sentences of its queries and mutations; false where there is none by rule, and it is written by hand. */
  readonly one: string
  readonly list: string
  readonly create: string | false
  readonly update: string | false
  readonly delete: string | false
  /** The sentence of the type of a change. */
  readonly patch?: string | null
}

/** Any description, where its own types do not matter. */
export type AnyDescription = Description

type Filters<F extends Fields> = Readonly<Record<string, Filter<keyof F & string>>>

type Sights<F extends Fields, I extends string> = Readonly<Record<NarrowView, Sight<(keyof F & string) | I>>>

/** Describes a record. Filters, rules and visibility can name only its own fields. */
export const record = <
  const N extends string,
  const I extends string,
  const E extends string,
  const F extends Fields,
  const X extends Filters<F>,
  const S extends Sights<F, I>,
>(
  name: N,
  described: Omit<Description<N, I, E, F, X, S>, 'name'> & {
    readonly order: Order<keyof F & string>
    readonly owner?: keyof F & string
    readonly conversation?: ConversationRule<keyof F & string>
    readonly calledBy: readonly (keyof F & string)[]
    readonly listed?: readonly (keyof F & string)[]
  },
): Description<N, I, E, F, X, S> => ({ name, ...described })

export type FieldsOf<D extends AnyDescription> = D['fields']

/** The record as it is read. */
export type RecordOf<D extends AnyDescription> = Readonly<Record<D['id']['field'], string>> &
  DetailsOf<D['fields']> &
  Versioned

export type InputOf<D extends AnyDescription> = InputOfFields<D['fields']>

export type PatchOf<D extends AnyDescription> = PatchOfFields<D['fields']>
