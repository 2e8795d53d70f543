/** What both entry points share. */
export type { Environment } from './address.ts'
export type { ApplicationClient } from './application-client.ts'
export type { AuthorizationLink, PendingAuthorization } from './authorization.ts'
export type { Change, ChangesOptions } from './changes.ts'
export type { Client, QueryOptions } from './client.ts'
export type { ApplicationOptions, Connect, KeyOptions, OperatorOptions } from './connect.ts'
export type * from './document/ast.ts'
export { parseDocument } from './document/parse-document.ts'
export { printDocument } from './document/print-document.ts'
export { readSchemaScopes, type SchemaScopes } from './document/schema-scopes.ts'
export {
  SchemaMismatch,
  type ScopeNeed,
  type ScopeReport,
  type ScopesOfOptions,
  scopesOf,
} from './document/scopes-of.ts'
export { GraphQLSyntaxError } from './document/tokens.ts'
export * from './failures.ts'
export type { ApplicationCredentials } from './grants.ts'
export type { QueryAnswer, QueryCost } from './query-answer.ts'
export type { Fetch, Surroundings } from './surroundings.ts'
export { MemoryStore, type StoredTokens, type TokenStore } from './token-store.ts'
export type { TypedDocument, Variables } from './typed-document.ts'
