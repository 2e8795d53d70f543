/**
 * The rules that a document is validated by. Each rule costs time at every node, so those about variables, fragments
 * and directives are left out where the text has no sign of any: the character that begins one is nowhere in it.
 */
import {
  FragmentsOnCompositeTypesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  specifiedRules,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueVariableNamesRule,
  type ValidationRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
} from 'graphql'
import { knownOperationKinds } from './known-operation-kinds.ts'

const ALL = [...specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule), knownOperationKinds]

const OF_VARIABLES: readonly ValidationRule[] = [
  NoUndefinedVariablesRule,
  NoUnusedVariablesRule,
  UniqueVariableNamesRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
]
const OF_FRAGMENTS: readonly ValidationRule[] = [
  FragmentsOnCompositeTypesRule,
  KnownFragmentNamesRule,
  NoFragmentCyclesRule,
  NoUnusedFragmentsRule,
  PossibleFragmentSpreadsRule,
  UniqueFragmentNamesRule,
]
const OF_DIRECTIVES: readonly ValidationRule[] = [KnownDirectivesRule, UniqueDirectivesPerLocationRule]

const without = (rules: readonly ValidationRule[], left: readonly ValidationRule[]): readonly ValidationRule[] =>
  rules.filter((rule) => !left.includes(rule))

const PLAIN = [OF_VARIABLES, OF_FRAGMENTS, OF_DIRECTIVES].reduce(without, ALL)
const WITH_VARIABLES = [OF_FRAGMENTS, OF_DIRECTIVES].reduce(without, ALL)

/** Most documents have neither fragments nor directives. */
export const rulesFor = (text: string): readonly ValidationRule[] => {
  if (text.includes('...') || text.includes('fragment') || text.includes('@')) return ALL
  return text.includes('$') ? WITH_VARIABLES : PLAIN
}
