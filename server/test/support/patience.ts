/**
 * The one limit of every wait in the tests. It is for a machine that is far slower than ours and busy with something
 * else: a test waits for a state, never for a time, and this only ends what would never happen.
 */
export const PATIENCE_MS = 300_000

/** Settings of a server in a test. One about a deadline sets its own. */
export const PATIENT_SETTINGS = {
  AIRSIDE_ARRIVAL_SECONDS: '300',
  AIRSIDE_REQUEST_SECONDS: '60',
  AIRSIDE_DATABASE_CONNECT_SECONDS: '60',
  AIRSIDE_DATABASE_STATEMENT_SECONDS: '60',
  AIRSIDE_DATABASE_LOCK_SECONDS: '30',
} satisfies Readonly<Record<string, string>>
