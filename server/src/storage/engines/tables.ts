/**
 * The only folder with SQL. Both engines hold the same tables in one subset of SQL: text, whole numbers and
 * nothing else; times are milliseconds, JSON is text, truth is 0 or 1. Each concept's file declares its own
 * tables by merging into `Tables`, so that a concept is added by adding files.
 *
 * Every table of an operator's data is keyed by `(tenant_id, …)`, and foreign keys carry the tenant along: a
 * link cannot cross from one tenant to another. Code reaches such a table only with a `TenantReader` or a
 * `TenantTx`, which `storage.ts` alone can make.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each concept's file merges its tables into it
export interface Tables {}
