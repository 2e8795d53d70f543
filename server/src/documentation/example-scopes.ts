/** Which scopes a recorded example needs as a whole: what the gate would ask for, with the values that were sent. */
import { type GraphQLSchema, Kind, parse } from 'graphql'
import { type Scope, scopesIn } from '../domain/scopes.ts'
import { wholePlan } from '../graphql/operation/operation.ts'
import { ScopeGate } from '../graphql/operation/scope-gate.ts'
import { WorkMeter } from '../graphql/work-meter.ts'

export const scopesOfExample = (
  schema: GraphQLSchema,
  text: string,
  variables: Readonly<Record<string, unknown>>,
): readonly Scope[] => {
  const document = parse(text)
  const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  if (!definition) return []
  const meter = new WorkMeter()
  const plan = wholePlan({ schema, document, definition, text, tokens: 0, places: null }, meter)
  return scopesIn(new ScopeGate(plan, meter).needed(variables, meter))
}
