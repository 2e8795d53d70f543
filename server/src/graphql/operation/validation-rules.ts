/** graphql's rules, which put into words what is wrong with a document that `valid-document` refused. */
import { OverlappingFieldsCanBeMergedRule, specifiedRules } from 'graphql'
import { knownOperationKinds } from './known-operation-kinds.ts'

export const VALIDATION_RULES = [
  ...specifiedRules.filter((rule) => rule !== OverlappingFieldsCanBeMergedRule),
  knownOperationKinds,
]
