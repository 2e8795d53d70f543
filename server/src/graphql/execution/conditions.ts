/** @skip and @include. What they depend on is known with the variables, before the first field runs. */
import {
  type ASTNode,
  type DirectiveNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  visit,
} from 'graphql'
import type { Values } from './input-values.ts'

const isCondition = ({ name }: DirectiveNode): boolean => name.value === 'skip' || name.value === 'include'

/** The value of `if`: a variable's name, or a literal. */
const conditionOf = (directive: DirectiveNode): string | boolean => {
  const value = directive.arguments?.find(({ name }) => name.value === 'if')?.value
  if (value?.kind === Kind.VARIABLE) return value.name.value
  return value?.kind === Kind.BOOLEAN && value.value
}

/**
 * The variables that decide what one operation, with the fragments it spreads, includes; null where it has no
 * condition. Other operations of the document have variables of their own.
 */
export const conditionVariables = (
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): readonly string[] | null => {
  const variables = new Set<string>()
  const spread = new Set<string>()
  let isConditional = false
  const look = (root: ASTNode): void => {
    visit(root, {
      FragmentSpread: ({ name }) => void spread.add(name.value),
      Directive: (node) => {
        if (!isCondition(node)) return
        isConditional = true
        const condition = conditionOf(node)
        if (typeof condition === 'string') variables.add(condition)
      },
    })
  }
  look(operation)
  // A set that grows while it is read: each fragment is looked at once.
  for (const name of spread) {
    const fragment = fragments.get(name)
    if (fragment) look(fragment)
  }
  return isConditional ? [...variables] : null
}

/** `variables` is null where everything counts, whatever is skipped: what a document needs and costs at most. */
export const isIncluded = ({ directives }: SelectionNode, variables: Values | null): boolean => {
  if (variables === null || !directives || directives.length === 0) return true
  return directives.every((directive) => {
    if (!isCondition(directive)) return true
    const condition = conditionOf(directive)
    const value = typeof condition === 'string' ? variables[condition] === true : condition
    return value === (directive.name.value === 'include')
  })
}
