/** A plan with its fields compiled: makes the arguments of a request, and runs it. */
import type { GraphQLObjectType, GraphQLSchema } from 'graphql'
import type { QueryContext } from '../context.ts'
import { Later } from '../later.ts'
import type { WorkMeter } from '../work-meter.ts'
import { boundTexts } from './argument-texts.ts'
import { ArgumentError } from './argument-values.ts'
import { FieldCompiler, runInTurn, runTogether, type Selection } from './field-runner.ts'
import type { Inputs, Values } from './input-values.ts'
import type { Plan } from './plan.ts'
import type { PlannedField } from './planned-field.ts'
import { FieldError, Run } from './run.ts'

export interface RunResult {
  /** Null where a field failed that may not be null, up to the root. */
  readonly data: unknown
  readonly errors: readonly FieldError[]
  /** How many records of each kind were answered, by the number of the kind; mutations tell what they wrote. */
  readonly read: readonly number[]
  /** How many objects were answered, those of the schema's own description left out. */
  readonly objects: number
}

export type RequestArguments = readonly (Values | ArgumentError)[]

export class CompiledPlan {
  readonly #isMutation: boolean
  readonly #selection: Selection
  readonly #differing: readonly PlannedField[]
  readonly #mutations: GraphQLObjectType | null | undefined

  constructor(schema: GraphQLSchema, { isMutation, fields, all }: Plan, meter: WorkMeter) {
    this.#isMutation = isMutation
    this.#selection = new FieldCompiler(schema, !isMutation, meter).compile(fields)
    this.#differing = differingIn(all, meter)
    this.#mutations = schema.getMutationType()
    for (const field of meter.over(all)) this.#boundTexts(field, field.args.constant, meter)
  }

  argumentsOf(inputs: Inputs, meter: WorkMeter): RequestArguments {
    const made: (Values | ArgumentError)[] = []
    for (const field of meter.over(this.#differing)) {
      meter.step(field.args.steps)
      const values = field.args.make(inputs)
      this.#boundTexts(field, values, meter)
      made[field.slot] = values
    }
    return made
  }

  #boundTexts({ parent, field }: PlannedField, values: Values | ArgumentError | null, meter: WorkMeter): void {
    if (values === null || values instanceof ArgumentError || parent === this.#mutations) return
    boundTexts(values, field.name, meter)
  }

  run(context: QueryContext, args: RequestArguments): RunResult | Promise<RunResult> {
    const run = new Run(context, args, this.#isMutation)
    try {
      const data = this.#isMutation
        ? runInTurn(this.#selection, run)
        : runTogether(this.#selection, undefined, run, null)
      if (!(data instanceof Later || data instanceof Promise)) return wholeOf(run, data)
      return data.then((settled) => wholeOf(run, settled)).catch((thrown: unknown) => failed(run, thrown))
    } catch (thrown) {
      return failed(run, thrown)
    }
  }
}

/** The fields whose arguments differ between requests, one of those that share a node of the document. */
const differingIn = (all: readonly PlannedField[], meter: WorkMeter): PlannedField[] => {
  const bySlot = new Map<number, PlannedField>()
  for (const field of meter.over(all)) if (field.args.constant === null) bySlot.set(field.slot, field)
  return [...bySlot.values()]
}

const resultOf = ({ errors, read, objects }: Run, data: unknown): RunResult => ({ data, errors, read, objects })

const wholeOf = (run: Run, data: unknown): RunResult => {
  run.countCharacters(0)
  return resultOf(run, data)
}

const failed = (run: Run, thrown: unknown): RunResult => {
  run.context.objects = run.objects
  run.context.characters = run.characters
  if (!(thrown instanceof FieldError)) throw thrown
  run.errors.push(thrown)
  return resultOf(run, null)
}
