/** One field of an operation as it will run: all nodes of the document that ask for it, merged under one key. */
import type { GraphQLArgument, GraphQLField, GraphQLInputField, GraphQLObjectType } from 'graphql'
import type { CompiledArguments } from './argument-values.ts'

export interface PlannedField {
  /** Its name in the answer. */
  readonly key: string
  readonly parent: GraphQLObjectType
  readonly field: GraphQLField<unknown, unknown>
  readonly args: CompiledArguments
  /** Where its arguments are among those of a request. Shared by all fields whose first node is the same. */
  readonly slot: number
  /** Where its nodes begin in the text. */
  readonly offsets: readonly number[]
  /** Empty for a scalar. Shared by all fields that one fragment brings in. */
  readonly children: readonly PlannedField[]
}

export type Input = GraphQLArgument | GraphQLInputField

/** An argument, or a field of an input object, that the text names for a field. */
export interface GivenInput {
  /** e.g. `(filter).crewMemberId` */
  readonly at: string
  readonly input: Input
  /** An enum value that stands there. */
  readonly enumValue: string | null
  /** The variable that stands there: what is in it is known with the request. */
  readonly variable: string | null
  /** False for a value inside an input that was listed before. */
  readonly isNaming: boolean
}

/** Two nodes that ask for different things under one key. */
export interface FieldConflict {
  readonly key: string
  readonly reason: string
  readonly offsets: readonly [number, number]
}
