/**
 * Migrates a store to the schema of this version. Everything happens in one transaction that holds the migration lock,
 * so that of several processes that start together one migrates and the others find nothing left to do.
 */
import { sql } from 'kysely'
import type { Engine } from './engines/engine.ts'
import { waitForLocks } from './engines/lock-wait.ts'
import { migration as foundation } from './migrations/0001-foundation.ts'
import { migration as access } from './migrations/0002-access.ts'
import { migration as reference } from './migrations/0003-reference.ts'
import { migration as people } from './migrations/0004-people.ts'
import { migration as authorization } from './migrations/0005-authorization.ts'
import { migration as operatorData } from './migrations/0010-operator-data.ts'
import { migration as consoleData } from './migrations/0020-console.ts'
import { migration as passkeys } from './migrations/0030-passkeys.ts'
import { migration as spentForms } from './migrations/0031-spent-forms.ts'
import { migration as retiredReference } from './migrations/0032-retired-reference.ts'
import { migration as validityAreas } from './migrations/0040-validity-areas.ts'
import { migration as grantDecisions } from './migrations/0041-grant-decisions.ts'
import { migration as recordLimit } from './migrations/0043-record-limit.ts'
import { migration as secondStepSetup } from './migrations/0046-second-step-setup.ts'
import { migration as invitations } from './migrations/0047-invitations.ts'
import { migration as recovery } from './migrations/0048-recovery.ts'
import { migration as requestLog } from './migrations/0060-request-log.ts'
import { migration as reportedTimes } from './migrations/0061-reported-times.ts'
import { migration as authors } from './migrations/0066-authors-and-external-ids.ts'
import { migration as typeRatings } from './migrations/0071-type-ratings.ts'
import { migration as onboarding } from './migrations/0072-onboarding.ts'
import { migration as tenantName } from './migrations/0073-tenant-name.ts'
import { migration as realms } from './migrations/0076-realms.ts'
import { migration as portal } from './migrations/0077-portal.ts'
import { migration as backgroundJobs } from './migrations/0086-background-jobs.ts'
import type { Migration, Schema } from './migrations/migration.ts'

export const MIGRATIONS: readonly Migration[] = [
  foundation,
  access,
  reference,
  people,
  authorization,
  operatorData,
  consoleData,
  passkeys,
  spentForms,
  retiredReference,
  validityAreas,
  grantDecisions,
  recordLimit,
  secondStepSetup,
  invitations,
  recovery,
  requestLog,
  reportedTimes,
  authors,
  typeRatings,
  onboarding,
  tenantName,
  realms,
  backgroundJobs,
  portal,
]
/** Every migration this version knows, oldest first. */
export const knownMigrations: readonly string[] = MIGRATIONS.map(({ name }) => name)

const LOCK = 4_716_281

export class SchemaTooNew extends Error {}

export const migrate = (engine: Engine): Promise<string[]> =>
  engine.write(async (session) => {
    const { db, kind } = session
    await waitForLocks(session)
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
    const done = await appliedMigrations(db)
    const unknown = done.filter((name) => !MIGRATIONS.some((migration) => migration.name === name))
    if (unknown.length > 0) {
      throw new SchemaTooNew(
        `The store was prepared by a newer version of Airside (it holds "${unknown.at(-1)}"): start that version, or restore a backup made by this one`,
      )
    }
    const pending = MIGRATIONS.filter((migration) => !done.includes(migration.name))
    for (const migration of pending) {
      await migration.up(db, kind)
      await sql`insert into schema_migration (name) values (${migration.name})`.execute(db)
    }
    return pending.map((migration) => migration.name)
  })

const appliedMigrations = async (db: Schema): Promise<string[]> => {
  await db.schema
    .createTable('schema_migration')
    .ifNotExists()
    .addColumn('name', 'text', (c) => c.primaryKey())
    .execute()
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(db)
  return rows.map((row) => row.name)
}
