/** Lists the inputs that a field's arguments name in the text, down into input objects. */
import { type FieldNode, type GraphQLField, getNamedType, isInputObjectType, Kind, type ValueNode } from 'graphql'
import type { WorkMeter } from '../work-meter.ts'
import type { GivenInput, Input } from './planned-field.ts'

const BYTES_PER_INPUT = 80

class GivenInputs {
  readonly all: GivenInput[] = []
  readonly #meter: WorkMeter

  constructor(meter: WorkMeter) {
    this.#meter = meter
  }

  add(input: Input, value: ValueNode, at: string): void {
    this.#push({ at, input, enumValue: null, variable: null, isNaming: true })
    this.#addValue(input, value, at)
  }

  #push(given: GivenInput): void {
    this.#meter.step()
    this.#meter.keep(BYTES_PER_INPUT)
    this.all.push(given)
  }

  #addValue(input: Input, value: ValueNode, at: string): void {
    const inside = { at, input, enumValue: null, variable: null, isNaming: false }
    const named = getNamedType(input.type)
    if (value.kind === Kind.VARIABLE) this.#push({ ...inside, variable: value.name.value })
    else if (value.kind === Kind.ENUM) this.#push({ ...inside, enumValue: value.value })
    else if (value.kind === Kind.LIST) {
      for (const item of this.#meter.over(value.values)) this.#addValue(input, item, at)
    } else if (value.kind === Kind.OBJECT && isInputObjectType(named)) {
      const fields = named.getFields()
      for (const node of this.#meter.over(value.fields)) {
        const field = fields[node.name.value]
        if (field) this.add(field, node.value, `${at}.${field.name}`)
      }
    }
  }
}

export const givenInputs = (
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  meter: WorkMeter,
): readonly GivenInput[] => {
  const inputs = new GivenInputs(meter)
  for (const { name, value } of meter.over(node.arguments)) {
    const argument = meter.find(field.args, (candidate) => candidate.name === name.value)
    if (argument) inputs.add(argument, value, `(${argument.name})`)
  }
  return inputs.all
}
