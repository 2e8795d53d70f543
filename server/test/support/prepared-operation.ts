/** Prepares an operation like the query service, without charging a budget. */
import type { OperationCache, PreparedOperation } from '../../src/graphql/operation/operation-cache.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'

export const prepareIn = (
  cache: OperationCache,
  text: string,
  operationName: string | null = null,
  meter = new WorkMeter(),
): PreparedOperation => {
  const known = cache.find(text, operationName)
  if (known) return known
  const shape = cache.lex(text, meter)
  return cache.findShape(shape, operationName, meter) ?? cache.add(shape, operationName, meter)
}
