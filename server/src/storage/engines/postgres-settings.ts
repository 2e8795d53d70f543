/** How this process uses PostgreSQL, beside its address. */
export interface PostgresSettings {
  /** To PostgreSQL itself, for what belongs to a session: LISTEN and migrations. Null where the address is that already. */
  readonly directUrl: string | null
  /**
   * `session`: a connection is a session of PostgreSQL. `transaction`: a pooler gives a session for each transaction,
   * so no statement has a name, timeouts are set inside transactions, and there is no LISTEN but by the direct address.
   */
  readonly pooling: 'session' | 'transaction'
  /** Of this process. */
  readonly connections: number
  /** How many of them requests of tenants cannot take. */
  readonly reserve: number
  readonly connectMs: number
  /** Keeps a frozen server from holding requests for ever (threats row 50). */
  readonly statementMs: number
  readonly lockMs: number
}

export const USUAL_POSTGRES: PostgresSettings = {
  directUrl: null,
  pooling: 'session',
  connections: 15,
  reserve: 6,
  connectMs: 5_000,
  statementMs: 10_000,
  lockMs: 3_000,
}

/** Statements that set the timeouts, for a session or for one transaction. */
export const timeoutStatements = ({ statementMs, lockMs }: PostgresSettings, local: boolean): string =>
  [
    ['statement_timeout', statementMs],
    ['lock_timeout', lockMs],
    ['idle_in_transaction_session_timeout', statementMs],
  ]
    .map(([name, ms]) => `set ${local ? 'local ' : ''}${name} = ${ms}`)
    .join('; ')
