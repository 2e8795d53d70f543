/**
 * `@airside/client/scopes`: which scopes a document needs, and the reading and writing of documents.
 * An entry of its own, because it is used while programs are written, not while they run.
 */
export type * from './document/ast.ts'
export { pagedDocument } from './document/paged-document.ts'
export { parseDocument } from './document/parse-document.ts'
export { printDocument } from './document/print-document.ts'
export { NotScopes, readScopes, type SchemaScopes } from './document/schema-scopes.ts'
export {
  SchemaMismatch,
  type ScopeNeed,
  type ScopeReport,
  type ScopesOfOptions,
  scopesOf,
} from './document/scopes-of.ts'
export { GraphQLSyntaxError } from './document/tokens.ts'
