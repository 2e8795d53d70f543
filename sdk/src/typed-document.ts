/**
 * Documents with the types of their result and variables: those of gql.tada and of other libraries that follow the
 * same convention (`__apiType`). A plain string works too; then the caller states the type.
 */
import type { DocumentNode } from './document/ast.ts'
import { printDocument } from './document/print-document.ts'

export interface DocumentTypes<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result
}

/** Parsed, or a string object; `definitions` is loosely typed because libraries add different members to nodes. */
export type TypedDocument<Result, Variables> = DocumentTypes<Result, Variables> &
  ({ readonly kind: 'Document' | string; readonly definitions: readonly object[] } | InstanceType<typeof String>)

export type Variables = Readonly<Record<string, unknown>>

/** Variables may be omitted if none is required. */
export type VariablesAndOptions<V, Options> =
  Record<string, never> extends V ? [variables?: V | undefined, options?: Options] : [variables: V, options?: Options]

export const textOf = (document: string | TypedDocument<unknown, never>): string =>
  typeof document === 'object' && 'definitions' in document
    ? printDocument(document as unknown as DocumentNode)
    : String(document)
