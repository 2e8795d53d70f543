/** Lists the inputs that a field's arguments name in the text, down into input objects. */
import { type FieldNode, type GraphQLField, getNamedType, isInputObjectType, Kind, type ValueNode } from 'graphql'
import type { GivenInput, Input } from './planned-field.ts'

const listInput = (input: Input, value: ValueNode, at: string, into: GivenInput[]): void => {
  into.push({ at, input, enumValue: null, variable: null, isNaming: true })
  listValue(input, value, at, into)
}

const listValue = (input: Input, value: ValueNode, at: string, into: GivenInput[]): void => {
  const inside = { at, input, enumValue: null, variable: null, isNaming: false }
  const named = getNamedType(input.type)
  if (value.kind === Kind.VARIABLE) into.push({ ...inside, variable: value.name.value })
  else if (value.kind === Kind.ENUM) into.push({ ...inside, enumValue: value.value })
  else if (value.kind === Kind.LIST) {
    for (const item of value.values) listValue(input, item, at, into)
  } else if (value.kind === Kind.OBJECT && isInputObjectType(named)) {
    const fields = named.getFields()
    for (const node of value.fields) {
      const field = fields[node.name.value]
      if (field) listInput(field, node.value, `${at}.${field.name}`, into)
    }
  }
}

export const givenInputs = (field: GraphQLField<unknown, unknown>, node: FieldNode): readonly GivenInput[] => {
  const inputs: GivenInput[] = []
  for (const { name, value } of node.arguments ?? []) {
    const argument = field.args.find((candidate) => candidate.name === name.value)
    if (argument) listInput(argument, value, `(${argument.name})`, inputs)
  }
  return inputs
}
