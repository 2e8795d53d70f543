/** Turns the literals that `document-shape` found into variables of a document, each of its place's type. */
import {
  type ASTNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  parseType,
  TypeInfo,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { Literal } from './document-shape.ts'

export const LITERAL_PREFIX = '__literal'

export type VariableValues = Readonly<Record<string, unknown>>

export interface LiftedDocument {
  readonly document: DocumentNode
  /** From the literals of a text of this shape to the variables of the document. */
  readonly variablesOf: (literals: readonly Literal[]) => VariableValues
}

const LITERAL_NODES = new Set<string>([Kind.INT, Kind.FLOAT, Kind.STRING])

/** An ID may be written as a number of any length; as a JavaScript number it would lose digits. */
const literalValue = (literal: Literal, typeName: string): unknown =>
  literal.kind === 'String' || typeName === 'ID' ? literal.text : Number(literal.text)

const definitionOf = (index: number, type: GraphQLInputType): VariableDefinitionNode => ({
  kind: Kind.VARIABLE_DEFINITION,
  variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: `${LITERAL_PREFIX}${index}` } },
  type: parseType(String(type)),
})

/** Null where a literal stands somewhere that takes no variable; such a document is kept by its text alone. */
export const liftLiterals = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationIndex: number,
): LiftedDocument | null => {
  const types: GraphQLInputType[] = []
  let unknownPlace = false
  const info = new TypeInfo(schema)
  const replaced = visit(
    document,
    visitWithTypeInfo(info, {
      Directive: () => false,
      VariableDefinition: () => false,
      enter(node: ASTNode) {
        if (!LITERAL_NODES.has(node.kind)) return undefined
        const type = info.getInputType()
        if (!type) unknownPlace = true
        else types.push(type)
        return { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: `${LITERAL_PREFIX}${types.length - 1}` } }
      },
    }),
  ) as DocumentNode
  if (unknownPlace) return null
  return { document: withDefinitions(replaced, operationIndex, types), variablesOf: variablesReader(types) }
}

const withDefinitions = (document: DocumentNode, operationIndex: number, types: readonly GraphQLInputType[]) => ({
  ...document,
  definitions: document.definitions.map((definition, index) =>
    index === operationIndex && definition.kind === Kind.OPERATION_DEFINITION
      ? {
          ...definition,
          variableDefinitions: [
            ...(definition.variableDefinitions ?? []),
            ...types.map((type, at) => definitionOf(at, type)),
          ],
        }
      : definition,
  ),
})

const variablesReader = (types: readonly GraphQLInputType[]) => {
  const names = types.map((type) => getNamedType(type).name)
  return (literals: readonly Literal[]): VariableValues => {
    const values: Record<string, unknown> = {}
    for (const [index, literal] of literals.entries()) {
      values[`${LITERAL_PREFIX}${index}`] = literalValue(literal, names[index] ?? '')
    }
    return values
  }
}
