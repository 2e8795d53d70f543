/** Parses the scalars of the schema. A value that does not fit is refused with an example of one that does. */
import { GraphQLError, GraphQLString, type ValueNode, valueFromASTUntyped } from 'graphql'
import { composed } from '../domain/shown-text.ts'

const refuse = (what: string): never => {
  throw new GraphQLError(what)
}

const isRealDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.\d{1,9})?Z$/
const SECOND_MS = 1000

/** JavaScript writes milliseconds; times are kept in whole seconds, and fractions are dropped. */
export const parseDateTime = (value: unknown): number => {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null
  if (!match || !isRealDay(Number(match[1]), Number(match[2]), Number(match[3]))) {
    return refuse('A DateTime is RFC 3339 in UTC and ends in Z, e.g. "2026-11-15T09:30:00Z".')
  }
  return Math.floor(Date.parse(match[0]) / SECOND_MS) * SECOND_MS
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

export const parseDate = (value: unknown): string => {
  const match = typeof value === 'string' ? DATE.exec(value) : null
  if (!match || !isRealDay(Number(match[1]), Number(match[2]), Number(match[3]))) {
    return refuse('A Date is a calendar day, e.g. "2026-11-15".')
  }
  return match[0]
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,6})?$/

export const parseDecimal = (value: unknown): string =>
  typeof value === 'string' && DECIMAL.test(value) ? value : refuse('A Decimal is a string such as "12850.00".')

/** A literal that does not fit is told with its place in the text. */
export const literalOf =
  <T>(parse: (value: unknown) => T) =>
  (node: ValueNode): T => {
    try {
      return parse(valueFromASTUntyped(node))
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error
      throw new GraphQLError(error.message, { nodes: node })
    }
  }

let areStringsComposed = false

/**
 * Every string of every graph comes in one form, as a literal and in a variable (ADR 95). GraphQL's own String cannot be
 * replaced by a scalar of ours, since introspection and directives use it; so what reads it is wrapped, once.
 */
export const composeStrings = (): void => {
  if (areStringsComposed) return
  areStringsComposed = true
  const { parseValue, parseLiteral } = GraphQLString
  GraphQLString.parseValue = (value) => composed(parseValue(value))
  GraphQLString.parseLiteral = (node, variables) => composed(parseLiteral(node, variables))
}
