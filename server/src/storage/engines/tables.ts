/**
 * The tables of the store. SQL is written only in storage/, in one subset for both engines: text and integers; times
 * are milliseconds, JSON is text, booleans are 0 or 1. Each concept's file merges its own tables into `Tables`, so that
 * a concept is added by adding files.
 *
 * Every table of an operator's data is keyed by `(tenant_id, …)`, and foreign keys include the tenant: a link cannot
 * cross from one tenant to another. Code reaches such a table only with a `TenantReader` or a `TenantTx`, which only
 * `storage.ts` creates.
 */
// biome-ignore lint/suspicious/noEmptyInterface: each concept's file merges its tables into it
export interface Tables {}
