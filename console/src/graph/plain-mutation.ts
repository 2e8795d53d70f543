/**
 * A mutation that answers nothing but why it was refused: written as its name, and its variables, which have the names
 * of its arguments. `graphql.ts` of each graph types it by its own schema.
 */
import type { TadaDocumentNode, VariablesOf } from 'gql.tada'

interface Refusals {
  readonly userErrorList: readonly {
    readonly code: string
    readonly message: string
    readonly path: readonly string[] | null
  }[]
}

/** As much of the text as the types of its variables are read from. */
type Declaring<Variables extends string> = Variables extends ''
  ? 'mutation Plain { __typename }'
  : `mutation Plain(${Variables}) { __typename }`

const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`)

export const plainText = <Variables extends string>(name: string, variables: string): Declaring<Variables> => {
  const given = Array.from(variables.matchAll(/\$(\w+):/g), ([, variable]) => `${variable}: $${variable}`).join(', ')
  return `mutation ${name.charAt(0).toUpperCase()}${name.slice(1)}${inBrackets(variables)} {
  ${name}${inBrackets(given)} {
    userErrorList { code message path }
  }
}` as Declaring<Variables>
}

/** Types the answer, which gql.tada cannot read from a text that is put together. */
export const answersRefusals = <Name extends string, Document>(_name: Name, document: Document) =>
  document as unknown as TadaDocumentNode<Readonly<Record<Name, Refusals>>, VariablesOf<Document>>
