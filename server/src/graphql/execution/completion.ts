/**
 * Turns what a resolver returned into what is answered, as graphql's `completeValue` does: scalars are serialized,
 * lists completed item by item, objects field by field. What is not there yet is a `Later`; without one
 * the whole answer is made at once, unless it is so long that others should have a turn meanwhile.
 */
import {
  GraphQLError,
  type GraphQLLeafType,
  type GraphQLOutputType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { inspect } from 'graphql/jsutils/inspect.js'
import { isIterableObject } from 'graphql/jsutils/isIterableObject.js'
import { Gathering, Later, laterOf } from '../later.ts'
import type { PlannedField } from './planned-field.ts'
import { located, type Path, type Run } from './run.ts'

/** Makes the answer of one value; `up` and `key` are its place. Throws what its parent has to answer for. */
export type Completion = (value: unknown, run: Run, up: Path | null, key: string | number) => unknown

/** Executes the fields of an object. */
export type ObjectRunner = (source: unknown, run: Run, path: Path | null) => unknown

const leafCompletion = (type: GraphQLLeafType): Completion => {
  const serialize = (value: unknown): unknown => {
    const serialized = type.serialize(value)
    if (serialized !== null && serialized !== undefined) return serialized
    const call = `${inspect(type)}.serialize(${inspect(value)})`
    throw new Error(`Expected \`${call}\` to return non-nullable value, returned: ${inspect(serialized)}`)
  }
  // Both serialize a string as itself; asking first spares a call for most values there are.
  if (type.name === 'String' || type.name === 'ID') {
    return (value) => (typeof value === 'string' ? value : serialize(value))
  }
  return serialize
}

/** Null where the value's type allows it: the error is told and the answer goes on without the value. */
type OnFailure = (thrown: unknown, run: Run, up: Path | null, key: string | number) => null

export const onFailure = (type: GraphQLOutputType, field: PlannedField): OnFailure =>
  isNonNullType(type)
    ? (thrown, run, up, key) => {
        throw run.broken ?? located(thrown, field, up, key)
      }
    : (thrown, run, up, key) => {
        if (run.broken !== null) throw run.broken
        run.errors.push(located(thrown, field, up, key))
        return null
      }

/** Completes a value that may come later, or become one that does, and answers for its errors. */
export const guarded = (type: GraphQLOutputType, field: PlannedField, complete: Completion): Completion => {
  const fail = onFailure(type, field)
  /** What is answered where `awaited` comes, completed by `next`. */
  const answerOf = (
    awaited: Later<unknown>,
    next: Completion | null,
    ...[run, up, key]: [run: Run, up: Path | null, key: string | number]
  ): Later<unknown> => {
    const answer = new Later<unknown>()
    const failed = (thrown: unknown): void => {
      let told: null
      try {
        told = fail(thrown, run, up, key)
      } catch (above) {
        answer.fail(above)
        return
      }
      answer.come(told)
    }
    const come = (value: unknown): void => {
      let completed = value
      try {
        if (next !== null) completed = next(value, run, up, key)
      } catch (thrown) {
        failed(thrown)
        return
      }
      if (completed instanceof Later) completed.when((whole) => answer.come(whole), failed)
      else answer.come(completed)
    }
    awaited.when(come, failed)
    return answer
  }
  return (value, run, up, key) => {
    try {
      // Asking a string or number for a method takes longer than all else that happens to it.
      const later = typeof value === 'object' && value !== null ? laterOf(value) : null
      if (later !== null) return answerOf(later, complete, run, up, key)
      const completed = complete(value, run, up, key)
      return completed instanceof Later ? answerOf(completed, null, run, up, key) : completed
    } catch (thrown) {
      return fail(thrown, run, up, key)
    }
  }
}

/** The items of a list that are completed so far, and those among them that are still to come. */
interface Completing {
  readonly sources: readonly unknown[]
  readonly items: unknown[]
  gathering: Gathering<unknown[]> | null
}

const listCompletion = (itemType: GraphQLOutputType, field: PlannedField, object: ObjectRunner): Completion => {
  const completeItem = guarded(itemType, field, completionOf(itemType, field, object))
  const completeNext = (list: Completing, run: Run, path: Path): void => {
    const { sources, items } = list
    const index = items.length
    const completed = completeItem(sources[index], run, path, index)
    items.push(completed)
    if (typeof completed === 'string') run.countCharacters(completed.length)
    if (!(completed instanceof Later)) return
    list.gathering ??= new Gathering(items)
    list.gathering.add(completed, (item) => {
      run.noteText(item)
      items[index] = item
    })
  }
  const wholeOf = ({ gathering, items }: Completing): unknown => (gathering === null ? items : gathering.whole())
  /** Goes on after a pause, so that a long list does not keep the process from others. */
  const completeRest = async (list: Completing, run: Run, path: Path): Promise<unknown> => {
    try {
      while (list.items.length < list.sources.length) {
        while (run.isPauseDue) await run.pause()
        completeNext(list, run, path)
      }
    } catch (thrown) {
      if (list.gathering === null) throw thrown
      return list.gathering.failWith(thrown)
    }
    return wholeOf(list)
  }
  return (value, run, up, key) => {
    if (!isIterableObject(value)) {
      throw new GraphQLError(
        `Expected Iterable, but did not find one for field "${field.parent.name}.${field.field.name}".`,
      )
    }
    const path = { up, key }
    const sources = Array.isArray(value) ? value : [...(value as Iterable<unknown>)]
    const list: Completing = { sources, items: [], gathering: null }
    try {
      while (list.items.length < sources.length) {
        if (run.isPauseDue) return Later.of(completeRest(list, run, path))
        completeNext(list, run, path)
      }
    } catch (thrown) {
      if (list.gathering === null) throw thrown
      return list.gathering.failWith(thrown)
    }
    return wholeOf(list)
  }
}

const objectCompletion =
  (object: ObjectRunner): Completion =>
  (value, run, up, key) =>
    object(value, run, { up, key })

/** Of a value that is not null. */
const valueCompletion = (type: GraphQLOutputType, field: PlannedField, object: ObjectRunner): Completion => {
  if (isLeafType(type)) return leafCompletion(type)
  if (isListType(type)) return listCompletion(type.ofType, field, object)
  if (isObjectType(type)) return objectCompletion(object)
  throw new Error(`${field.parent.name}.${field.field.name} returns an abstract type`)
}

export const completionOf = (type: GraphQLOutputType, field: PlannedField, object: ObjectRunner): Completion => {
  const complete = valueCompletion(isNonNullType(type) ? type.ofType : type, field, object)
  const nullAnswer = isNonNullType(type)
    ? () => {
        throw new Error(`Cannot return null for non-nullable field ${field.parent.name}.${field.field.name}.`)
      }
    : () => null
  return (value, run, up, key) => {
    if (value instanceof Error) throw value
    return value === null || value === undefined ? nullAnswer() : complete(value, run, up, key)
  }
}
