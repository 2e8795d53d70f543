/**
 * Migrates a store to the schema of this version, one process at a time. An empty store is made in one transaction;
 * one in use gets a transaction for each migration, so that no table is locked for longer than its own change takes.
 */
import type { Engine, SchemaChange, Session } from './engines/engine.ts'
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
import { migration as dutiesInFact } from './migrations/0062-duties-in-fact.ts'
import { migration as authors } from './migrations/0066-authors-and-external-ids.ts'
import { migration as travelDocuments } from './migrations/0067-travel-documents.ts'
import { migration as typeRatings } from './migrations/0071-type-ratings.ts'
import { migration as onboarding } from './migrations/0072-onboarding.ts'
import { migration as tenantName } from './migrations/0073-tenant-name.ts'
import { migration as feed } from './migrations/0074-feed.ts'
import { migration as reminderIndexes } from './migrations/0075-reminder-indexes.ts'
import { migration as realms } from './migrations/0076-realms.ts'
import { migration as portal } from './migrations/0077-portal.ts'
import { migration as support } from './migrations/0078-support.ts'
import { migration as supportIndexes } from './migrations/0079-support-indexes.ts'
import { migration as backgroundJobs } from './migrations/0086-background-jobs.ts'
import { migration as schemaNeeds } from './migrations/0087-schema-needs.ts'
import { migration as demoShow } from './migrations/0093-demo-show.ts'
import { migration as keyNetworks } from './migrations/0094-key-networks.ts'
import { migration as requestPath } from './migrations/0095-request-path.ts'
import { migration as listOrders } from './migrations/0098-list-orders.ts'
import { migration as assessedAnew } from './migrations/0099-assessed-anew.ts'
import { migration as sandboxWarning } from './migrations/0100-sandbox-warning.ts'
import { migration as sandboxOfProvider } from './migrations/0101-sandbox-of-provider.ts'
import { migration as accessRequests } from './migrations/0106-access-requests.ts'
import { migration as notices } from './migrations/0107-notices.ts'
import { migration as suspensions } from './migrations/0110-suspensions.ts'
import { migration as retention } from './migrations/0111-retention.ts'
import { migration as auditAge } from './migrations/0112-audit-age.ts'
import { migration as answeredRequests } from './migrations/0113-answered-requests.ts'
import { migration as endsOfAccess } from './migrations/0116-ends-of-access.ts'
import { migration as confirmedPhones } from './migrations/0117-confirmed-phones.ts'
import { migration as operatorsOfProviders } from './migrations/0118-operators-of-providers.ts'
import { migration as takenCases } from './migrations/0120-taken-cases.ts'
import { migration as imports } from './migrations/0122-imports.ts'
import { migration as quietNotices } from './migrations/0123-quiet-notices.ts'
import { migration as importPositions } from './migrations/0124-import-positions.ts'
import { migration as refreshTokenLook } from './migrations/0125-refresh-token-look.ts'
import { migration as refreshTokenLookIndex } from './migrations/0126-refresh-token-look-index.ts'
import { migration as inviters } from './migrations/0130-inviters.ts'
import { migration as heldDemos } from './migrations/0135-held-demos.ts'
import { migration as staffRoles } from './migrations/0136-staff-roles.ts'
import { migration as askedSuspensions } from './migrations/0137-asked-suspensions.ts'
import { migration as gatheredChanges } from './migrations/0138-gathered-changes.ts'
import { migration as takenNames } from './migrations/0139-taken-names.ts'
import { migration as lastDraw } from './migrations/0165-last-draw.ts'
import { migration as recordVersions } from './migrations/0170-record-versions.ts'
import { migration as firstOffBlock } from './migrations/0175-first-off-block.ts'
import { migration as flightNumber } from './migrations/0176-flight-number.ts'
import { migration as permitsToFly } from './migrations/0177-permits-to-fly.ts'
import { migration as dutyPeriods } from './migrations/0190-duty-periods.ts'
import { migration as webhooks } from './migrations/0210-webhooks.ts'
import { migration as wantedSandboxes } from './migrations/0230-wanted-sandboxes.ts'
import { migration as writeProbe } from './migrations/0245-write-probe.ts'
import { migration as applicationWebhooks } from './migrations/0255-application-webhooks.ts'
import { migration as passengerLoad } from './migrations/0265-passenger-load.ts'
import { migration as secretUse } from './migrations/0275-secret-use.ts'
import { migration as testClock } from './migrations/0276-test-clock.ts'
import { migration as webhookOrder } from './migrations/0278-webhook-order.ts'
import { migration as operatorExports } from './migrations/0279-operator-exports.ts'
import { migration as handOvers } from './migrations/0282-hand-overs.ts'
import { migration as requestReason } from './migrations/0283-request-reason.ts'
import { migration as documents } from './migrations/0287-documents.ts'
import { migration as emptyLegs } from './migrations/0296-empty-legs.ts'
import { migration as aircraftSchedules } from './migrations/0297-aircraft-schedules.ts'
import { migration as quotes } from './migrations/0298-quotes.ts'
import { migration as indexesOfSales } from './migrations/0299-indexes-of-sales.ts'
import { migration as logbook } from './migrations/0305-logbook.ts'
import { migration as attemptTimes } from './migrations/0310-attempt-times.ts'
import { migration as newsSeen } from './migrations/0312-news-seen.ts'
import { migration as newsByTime } from './migrations/0313-news-by-time.ts'
import { migration as documentLinkOpened } from './migrations/0314-document-link-opened.ts'
import { migration as services } from './migrations/0315-services.ts'
import { migration as safety } from './migrations/0316-safety.ts'
import { migration as offeredAircraft } from './migrations/0317-offered-aircraft.ts'
import { migration as documentsOfRequests } from './migrations/0318-documents-of-requests.ts'
import { migration as indexesOfDocumentsOfRequests } from './migrations/0319-indexes-of-documents-of-requests.ts'
import { migration as journeyLogs } from './migrations/0320-journey-logs.ts'
import { migration as technicalLog } from './migrations/0321-technical-log.ts'
import { migration as extraScopes } from './migrations/0322-extra-scopes.ts'
import { migration as indexOfSalesReminders } from './migrations/0323-index-of-sales-reminders.ts'
import { migration as conversations } from './migrations/0325-conversations.ts'
import { migration as maintenanceDue } from './migrations/0326-maintenance-due.ts'
import { migration as indexOfLogReminders } from './migrations/0327-index-of-log-reminders.ts'
import { migration as pastHolds } from './migrations/0328-past-holds.ts'
import { migration as requestsByDay } from './migrations/0329-index-of-requests-by-day.ts'
import { migration as exportsOpened } from './migrations/0330-exports-opened.ts'
import { migration as indexOfGeneralDocuments } from './migrations/0331-index-of-general-documents.ts'
import { migration as indexOfSafetyReminders } from './migrations/0332-index-of-safety-reminders.ts'
import { migration as safetyAttachments } from './migrations/0333-safety-attachments.ts'
import { migration as heldSafetyActs } from './migrations/0334-held-safety-acts.ts'
import { migration as safetyDrafts } from './migrations/0335-safety-drafts.ts'
import { migration as flightPlans } from './migrations/0336-flight-plans.ts'
import { migration as logbooksToFill } from './migrations/0337-logbooks-to-fill.ts'
import { migration as contentBesideTheStore } from './migrations/0338-content-beside-the-store.ts'
import { migration as indexOfContent } from './migrations/0339-index-of-content.ts'
import { migration as keptLogbooks } from './migrations/0340-kept-logbooks.ts'
import { migration as indexOfFilesByDay } from './migrations/0341-index-of-files-by-day.ts'
import { migration as grantsOfConfirmations } from './migrations/0343-grants-of-confirmations.ts'
import { migration as indexOfBegunSessions } from './migrations/0344-index-of-begun-sessions.ts'
import { migration as whatBeganASession } from './migrations/0344-what-began-a-session.ts'
import { migration as chosenWithCodes } from './migrations/0349-chosen-with-codes.ts'
import { migration as ownersOfSystems } from './migrations/0350-owners-of-systems.ts'
import { migration as buyersOfFlights } from './migrations/0351-buyers-of-flights.ts'
import { migration as idsOfBefore } from './migrations/0356-ids-of-before.ts'
import { migration as indexOfIdsOfBefore } from './migrations/0357-index-of-ids-of-before.ts'
import { migration as buyerOfItsTrip } from './migrations/0358-buyer-of-its-trip.ts'
import { migration as buyersOfFlightsAgain } from './migrations/0359-buyers-of-flights-again.ts'
import { migration as whoMadeSecrets } from './migrations/0360-who-made-secrets.ts'
import { migration as indexesOfWhatLiesNear } from './migrations/0361-indexes-of-what-lies-near.ts'
import { migration as indexesOfLists } from './migrations/0362-indexes-of-lists.ts'
import { migration as indexesOfRemovals } from './migrations/0363-indexes-of-removals.ts'
import { migration as indexesOfWebhooksAtWork } from './migrations/0366-indexes-of-webhooks-at-work.ts'
import { migration as indexesOfWebhookLogs } from './migrations/0367-indexes-of-webhook-logs.ts'
import { migration as delaysOfWebhooks } from './migrations/0368-delays-of-webhooks.ts'
import { migration as indexOfLongLogs } from './migrations/0369-index-of-long-logs.ts'
import { migration as indexesOfListsByAircraft } from './migrations/0370-indexes-of-lists-by-aircraft.ts'
import { migration as indexesOfWhatStands } from './migrations/0371-indexes-of-what-stands.ts'
import { migration as resetsSideBySide } from './migrations/0373-resets-side-by-side.ts'
import { migration as askedResets } from './migrations/0374-asked-resets.ts'
import type { AnyMigration, Index, IndexMigration } from './migrations/migration.ts'
import { appliedMigrations, createMigrationTable, noteMigration, refuseNewer } from './schema-state.ts'
import { writeEstimates } from './sqlite-estimates.ts'

export const MIGRATIONS: readonly AnyMigration[] = [
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
  dutiesInFact,
  authors,
  typeRatings,
  onboarding,
  tenantName,
  feed,
  reminderIndexes,
  realms,
  backgroundJobs,
  portal,
  schemaNeeds,
  support,
  supportIndexes,
  demoShow,
  // After the column for what a program must know since, which this one sets.,
  travelDocuments,
  keyNetworks,
  requestPath,
  listOrders,
  assessedAnew,
  endsOfAccess,
  confirmedPhones,
  operatorsOfProviders,
  accessRequests,
  notices,
  suspensions,
  retention,
  auditAge,
  imports,
  quietNotices,
  sandboxWarning,
  sandboxOfProvider,
  answeredRequests,
  takenCases,
  importPositions,
  refreshTokenLook,
  refreshTokenLookIndex,
  inviters,
  heldDemos,
  staffRoles,
  askedSuspensions,
  gatheredChanges,
  takenNames,
  lastDraw,
  recordVersions,
  firstOffBlock,
  dutyPeriods,
  flightNumber,
  permitsToFly,
  wantedSandboxes,
  writeProbe,
  passengerLoad,
  secretUse,
  webhooks,
  applicationWebhooks,
  testClock,
  handOvers,
  webhookOrder,
  documents,
  requestReason,
  emptyLegs,
  operatorExports,
  aircraftSchedules,
  logbook,
  newsSeen,
  newsByTime,
  quotes,
  indexesOfSales,
  documentLinkOpened,
  pastHolds,
  requestsByDay,
  exportsOpened,
  services,
  attemptTimes,
  conversations,
  journeyLogs,
  safety,
  technicalLog,
  maintenanceDue,
  indexOfLogReminders,
  offeredAircraft,
  extraScopes,
  indexOfGeneralDocuments,
  indexOfSafetyReminders,
  heldSafetyActs,
  flightPlans,
  logbooksToFill,
  contentBesideTheStore,
  indexOfContent,
  keptLogbooks,
  indexOfFilesByDay,
  documentsOfRequests,
  indexesOfDocumentsOfRequests,
  indexOfSalesReminders,
  safetyAttachments,
  safetyDrafts,
  grantsOfConfirmations,
  whatBeganASession,
  indexOfBegunSessions,
  chosenWithCodes,
  ownersOfSystems,
  buyersOfFlights,
  idsOfBefore,
  indexOfIdsOfBefore,
  buyerOfItsTrip,
  buyersOfFlightsAgain,
  whoMadeSecrets,
  indexesOfWhatLiesNear,
  indexesOfLists,
  indexesOfRemovals,
  indexesOfWebhooksAtWork,
  indexesOfWebhookLogs,
  delaysOfWebhooks,
  indexOfLongLogs,
  indexesOfListsByAircraft,
  indexesOfWhatStands,
  resetsSideBySide,
  askedResets,
]
/** Every migration this version knows, oldest first. */
export const knownMigrations: readonly string[] = MIGRATIONS.map(({ name }) => name)

const buildsIndexes = (migration: AnyMigration): migration is IndexMigration => 'indexes' in migration

const indexText = ({ name, on, unique }: Index, how = ''): string =>
  `create ${unique ? 'unique ' : ''}index ${how}${name} on ${on}`

/** Returns what was migrated. */
export const migrate = (engine: Engine, migrations: readonly AnyMigration[] = MIGRATIONS): Promise<string[]> =>
  engine.changeSchema(async (change) => {
    const { made, pending } = await change.inTransaction((session) => begin(session, migrations))
    for (const migration of pending) if (await catchUp(change, migration)) made.push(migration.name)
    await change.inTransaction(writeEstimates)
    return made
  })

/** Makes an empty store whole; of another it only tells what is missing. */
const begin = async (
  session: Session,
  migrations: readonly AnyMigration[],
): Promise<{ made: string[]; pending: readonly AnyMigration[] }> => {
  await createMigrationTable(session)
  const applied = await appliedMigrations(session)
  refuseNewer(applied, migrations)
  const pending = migrations.filter(({ name }) => !applied.some((one) => one.name === name))
  if (applied.length > 0) return { made: [], pending }
  for (const migration of pending) await apply(session, migration)
  return { made: pending.map(({ name }) => name), pending: [] }
}

const apply = async (session: Session, migration: AnyMigration): Promise<void> => {
  if (buildsIndexes(migration)) for (const index of migration.indexes) await session.execute(indexText(index), [])
  else await migration.up(session.db, session.kind)
  await noteMigration(session, migration)
}

/** False if another process made it meanwhile. */
const catchUp = async (change: SchemaChange, migration: AnyMigration): Promise<boolean> => {
  if (buildsIndexes(migration) && change.outside !== null) {
    for (const index of migration.indexes) await buildBesideWriters(change.outside, index)
    await change.inTransaction((session) => noteMigration(session, migration))
    return true
  }
  return change.inTransaction(async (session) => {
    const applied = await appliedMigrations(session)
    if (applied.some(({ name }) => name === migration.name)) return false
    await apply(session, migration)
    return true
  })
}

/** A build that was broken off leaves an index that is never used: it is removed first. */
const buildBesideWriters = async (session: Session, index: Index): Promise<void> => {
  const { rows } = await session.execute<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index.name],
  )
  if (rows[0]?.valid) return
  if (rows[0]) await session.execute(`drop index concurrently ${index.name}`, [])
  await session.execute(indexText(index, 'concurrently '), [])
}
