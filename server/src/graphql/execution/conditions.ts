/** @skip and @include. What they depend on is known with the variables, before the first field runs. */
import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { WorkMeter } from '../work-meter.ts'
import type { Values } from './input-values.ts'

const isCondition = ({ name }: DirectiveNode): boolean => name.value === 'skip' || name.value === 'include'

/** The value of `if`: a variable's name, or a literal. */
const conditionOf = (directive: DirectiveNode): string | boolean => {
  const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value
  if (value?.kind === Kind.VARIABLE) return value.name.value
  return value?.kind === Kind.BOOLEAN && value.value
}

class Conditions {
  readonly variables = new Set<string>()
  readonly spread = new Set<string>()
  isConditional = false
  readonly #meter: WorkMeter

  constructor(meter: WorkMeter) {
    this.#meter = meter
  }

  look(set: SelectionSetNode | undefined): void {
    for (const node of this.#meter.over(set?.selections)) {
      for (const directive of this.#meter.over(node.directives)) if (isCondition(directive)) this.#add(directive)
      if (node.kind === Kind.FRAGMENT_SPREAD) this.spread.add(node.name.value)
      else this.look(node.selectionSet)
    }
  }

  #add(directive: DirectiveNode): void {
    this.isConditional = true
    const condition = conditionOf(directive)
    if (typeof condition === 'string') this.variables.add(condition)
  }
}

/**
 * The variables that decide what one operation, with the fragments it spreads, includes; null where it has no
 * condition. Other operations of the document have variables of their own.
 */
export const conditionVariables = (
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  meter: WorkMeter,
): readonly string[] | null => {
  const conditions = new Conditions(meter)
  conditions.look(operation.selectionSet)
  // A set that grows while it is read: each fragment is looked at once.
  // biome-ignore lint/plugin: each turn walks a fragment by the meter
  for (const name of conditions.spread) conditions.look(fragments.get(name)?.selectionSet)
  return conditions.isConditional ? [...conditions.variables] : null
}

/** `variables` is null where everything counts, whatever is skipped: what a document needs and costs at most. */
export const isIncluded = ({ directives }: SelectionNode, variables: Values | null, meter: WorkMeter): boolean => {
  if (variables === null || !directives || directives.length === 0) return true
  return meter.every(directives, (directive) => {
    if (!isCondition(directive)) return true
    const condition = conditionOf(directive)
    const value = typeof condition === 'string' ? variables[condition] === true : condition
    return value === (directive.name.value === 'include')
  })
}
