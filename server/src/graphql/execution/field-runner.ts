/** Compiles planned fields to functions: how a field gets its value, and how an object runs its fields. */
import {
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isIntrospectionType,
  isObjectType,
} from 'graphql'
import { ENTITY_KINDS } from '../../domain/entity-kind.ts'
import { Gathering, Later } from '../later.ts'
import type { WorkMeter } from '../work-meter.ts'
import { ArgumentError } from './argument-values.ts'
import { completionOf, guarded, type ObjectRunner, onFailure } from './completion.ts'
import { fieldInfo } from './field-info.ts'
import type { Values } from './input-values.ts'
import type { PlannedField } from './planned-field.ts'
import type { Path, Run } from './run.ts'

export interface FieldRunner {
  readonly key: string
  /** The property of the record that the field shows as it is wherever it holds a text; null if `run` has more to do. */
  readonly textProperty: string | null
  readonly run: (source: unknown, run: Run, path: Path | null) => unknown
}

type Read = (source: unknown, run: Run) => unknown

const argumentsReader = ({ args: { constant }, slot }: PlannedField): ((run: Run) => Values) => {
  if (constant !== null) return () => constant
  return ({ args }) => {
    const made = args[slot] as Values | ArgumentError
    if (made instanceof ArgumentError) throw made
    return made
  }
}

/** Without a resolver the value is a property of the record, or what its method returns. */
const valueReader = (planned: PlannedField, schema: GraphQLSchema): Read => {
  const { resolve, name } = planned.field
  const info = fieldInfo(planned, schema)
  const argsOf = argumentsReader(planned)
  if (resolve) return (source, run) => resolve(source, argsOf(run), run.context, info)
  return (source, run) => {
    if (source === null || source === undefined) return undefined
    const value = (source as Record<string, unknown>)[name]
    return typeof value === 'function' ? value.call(source, argsOf(run), run.context, info) : value
  }
}

/** `CrewMember` is the type of what the change feed calls `CREW_MEMBER`. */
const kindNumber = (typeName: string): number =>
  (ENTITY_KINDS as readonly string[]).indexOf(
    typeName.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
  )

const NO_OBJECT: ObjectRunner = () => null

/** A member called `__proto__` is a member like any other; assigned, it would become the prototype. */
const put = (object: Record<string, unknown>, key: string, value: unknown): void => {
  if (key !== '__proto__') object[key] = value
  else Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}

/** The fields of an object, and how long its names are. */
export interface Selection {
  readonly fields: readonly FieldRunner[]
  readonly characters: number
}

/** What stands beside a name: quotes, colon, comma, and a number or the like. */
const CHARACTERS_BESIDE_NAME = 8

const runAll = ({ fields, characters }: Selection, source: unknown, run: Run, path: Path | null): unknown => {
  const object: Record<string, unknown> = {}
  run.members += fields.length
  let length = characters
  let gathering: Gathering<unknown> | null = null
  try {
    for (let index = 0; index < fields.length; index++) {
      const { key, textProperty, run: runField } = fields[index] as FieldRunner
      if (textProperty !== null) {
        const shown = (source as Record<string, unknown> | undefined)?.[textProperty]
        if (typeof shown === 'string') {
          object[key] = shown
          length += shown.length
          continue
        }
      }
      const value = runField(source, run, path)
      if (value instanceof Later) {
        // Its member keeps its place among the others.
        put(object, key, null)
        gathering ??= new Gathering<unknown>(object)
        gathering.add(value, (answered) => {
          run.noteText(answered)
          put(object, key, answered)
        })
      } else {
        if (typeof value === 'string') length += value.length
        put(object, key, value)
      }
    }
    run.countCharacters(length)
  } catch (thrown) {
    if (gathering === null) throw thrown
    return gathering.failWith(thrown)
  }
  return gathering === null ? object : gathering.whole()
}

const isText = (type: GraphQLOutputType): boolean => {
  const { name } = getNullableType(type) as { name?: string }
  return name === 'String' || name === 'ID'
}

/** Not under `__proto__`, which must not be assigned. */
const textPropertyOf = ({ key, field }: PlannedField): string | null =>
  !field.resolve && isText(field.type) && key !== '__proto__' ? field.name : null

const STEPS_PER_RUNNER = 6

export class FieldCompiler {
  readonly #schema: GraphQLSchema
  readonly #countsRecords: boolean
  readonly #meter: WorkMeter
  /** What fragments share is compiled once. */
  readonly #compiled = new Map<PlannedField, FieldRunner>()

  constructor(schema: GraphQLSchema, countsRecords: boolean, meter: WorkMeter) {
    this.#schema = schema
    this.#meter = meter
    this.#countsRecords = countsRecords
  }

  compile(planned: readonly PlannedField[]): Selection {
    let characters = 0
    const fields = this.#meter.map(planned, (field) => {
      characters += field.key.length + CHARACTERS_BESIDE_NAME
      const known = this.#compiled.get(field)
      if (known) return known
      const runner = this.#runner(field)
      this.#compiled.set(field, runner)
      return runner
    })
    return { fields, characters }
  }

  #runner(planned: PlannedField): FieldRunner {
    const { key, field } = planned
    this.#meter.step(STEPS_PER_RUNNER)
    const read = valueReader(planned, this.#schema)
    const complete = guarded(field.type, planned, completionOf(field.type, planned, this.#objectRunner(planned)))
    const fail = onFailure(field.type, planned)
    const runField: FieldRunner['run'] = (source, run, path) => {
      let value: unknown
      try {
        value = read(source, run)
      } catch (thrown) {
        return fail(thrown, run, path, key)
      }
      return complete(value, run, path, key)
    }
    return { key, textProperty: textPropertyOf(planned), run: runField }
  }

  #objectRunner({ field, children }: PlannedField): ObjectRunner {
    const type = getNamedType(field.type)
    if (!isObjectType(type)) return NO_OBJECT
    const fields = this.compile(children)
    if (isIntrospectionType(type)) return (source, run, path) => runAll(fields, source, run, path)
    const kind = this.#countsRecords ? kindNumber(type.name) : -1
    return (source, run, path) => {
      run.countObject()
      if (kind >= 0) run.read[kind] = (run.read[kind] ?? 0) + 1
      return runAll(fields, source, run, path)
    }
  }
}

export const runTogether = runAll

/** Mutations run one after the other; none begins after one that failed the whole answer. */
export const runInTurn = async ({ fields }: Selection, run: Run): Promise<unknown> => {
  const object: Record<string, unknown> = {}
  for (const { key, run: runField } of fields) put(object, key, await runField(undefined, run, null))
  return object
}
