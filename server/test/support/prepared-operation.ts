/** Prepares an operation like the query service, without charging a budget. */
import type { OperationCache, PreparedOperation } from '../../src/graphql/operation/operation-cache.ts'

export const prepareIn = (
  cache: OperationCache,
  text: string,
  operationName: string | null = null,
): PreparedOperation => {
  const known = cache.find(text, operationName)
  if (known) return known
  const shape = cache.lex(text)
  return cache.findShape(text, shape, operationName) ?? cache.add(text, shape, operationName)
}
