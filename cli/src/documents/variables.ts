/** Reads variables from the command line by the types that the document declares, so that users need no quotes. */
import { readFile } from 'node:fs/promises'
import { parseDocument, type TypeNode } from '@airside/client/scopes'
import { misuse } from '../problem.ts'

type Variables = Record<string, unknown>

const parsed = (text: string, what: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw misuse(`${what} is not JSON: ${text.slice(0, 80)}`)
  }
}

const scalar = (name: string, type: string, text: string): unknown => {
  if (type === 'String' || type === 'ID') return text
  if (text === 'null') return null
  if (type === 'Int' || type === 'Float') {
    const isNumber = type === 'Int' ? /^-?\d+$/.test(text) : text.trim() !== '' && Number.isFinite(Number(text))
    if (isNumber) return Number(text)
    throw misuse(`$${name} is of type ${type}: "${text}" is not`)
  }
  if (type === 'Boolean') {
    if (text === 'true' || text === 'false') return text === 'true'
    throw misuse(`$${name} is true or false, not "${text}"`)
  }
  // Enum values and custom scalars are passed as text, input objects as JSON.
  return text.startsWith('{') ? parsed(text, `$${name}`) : text
}

const typedValue = (name: string, type: TypeNode, text: string): unknown => {
  if (type.kind === 'NonNullType') return typedValue(name, type.type, text)
  if (type.kind === 'NamedType') return scalar(name, type.name.value, text)
  if (text.startsWith('[')) return parsed(text, `$${name}`)
  return text === '' ? [] : text.split(',').map((item) => typedValue(name, type.type, item.trim()))
}

const typesIn = (document: string, operationName: string | undefined): ReadonlyMap<string, TypeNode> =>
  new Map(
    parseDocument(document).definitions.flatMap((node) => {
      const isMeant =
        node.kind === 'OperationDefinition' && (operationName === undefined || node.name?.value === operationName)
      return isMeant
        ? (node.variableDefinitions ?? []).map(({ variable, type }) => [variable.name.value, type] as const)
        : []
    }),
  )

const pairsOf = (document: string, operationName: string | undefined, pairs: readonly string[]): Variables => {
  if (pairs.length === 0) return {}
  const types = typesIn(document, operationName)
  return Object.fromEntries(
    pairs.map((pair) => {
      const mark = pair.indexOf('=')
      if (mark < 1) throw misuse(`-v takes name=value, not "${pair}"`)
      const name = pair.slice(0, mark).replace(/^\$/, '')
      const type = types.get(name)
      if (!type)
        throw misuse(
          `The document has no variable $${name}`,
          `It has ${[...types.keys()].map((known) => `$${known}`).join(', ') || 'none'}`,
        )
      return [name, typedValue(name, type, pair.slice(mark + 1))]
    }),
  )
}

const wholeOf = async (text: string | undefined): Promise<Variables> => {
  if (text === undefined) return {}
  const value = parsed(text.startsWith('{') ? text : await readFile(text, 'utf8'), '--variables')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Variables
  throw misuse('--variables is a JSON object, or a file that holds one')
}

/** Reads `--variables` first; single variables override it. */
export const readVariables = async (
  document: string,
  operationName: string | undefined,
  whole: string | undefined,
  pairs: readonly string[],
): Promise<Variables> => ({ ...(await wholeOf(whole)), ...pairsOf(document, operationName, pairs) })
