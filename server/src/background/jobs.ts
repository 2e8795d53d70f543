/** The jobs that the server does by itself: name, period, work. Whoever adds one adds a row here. */
import type { Logger } from 'pino'
import type { Retention } from '../domain/tenancy/retention.ts'
import { SYSTEM } from '../domain/versioned.ts'
import { ASKED_RESETS_MS, isResetAsked, sendAskedResets } from '../services/identity/recovery/asked-resets.ts'
import {
  findNotices,
  findNoticesByDay,
  giveNotices,
  NOTICES_BY_DAY_MS,
  NOTICES_MS,
} from '../services/notices/find-notices.ts'
import { EXTRA_SCOPES_MS, endPastExtraScopes } from '../services/oauth/extra-scopes.ts'
import { DOCUMENT_REMOVAL_MS, removeDocumentsThatAreOver } from '../services/operations/documents/removal.ts'
import { CONTENTS_MS, ContentTidying } from '../services/operations/documents/tidy-contents.ts'
import { IDS_OF_BEFORE_MS, seeIdsOfBefore } from '../services/operations/ids-of-before.ts'
import { FILL_LOGBOOKS_MS, fillLogbooks } from '../services/operations/logbook/fill-logbooks.ts'
import { erasePastPassengers, RETENTION_MS } from '../services/operations/passengers/retention.ts'
import { giveReminders, REMINDERS_MS } from '../services/operations/reminders/give-reminders.ts'
import { ASSESS_ANEW_MS, assessAnew } from '../services/operations/risk/assess-anew.ts'
import { doHeldActs, HELD_ACTS_MS } from '../services/operations/safety/held-acts.ts'
import { CHANGED_ADD_ONS_MS, tellGathered } from '../services/providers/gathered-changes.ts'
import type { SandboxData } from '../services/providers/sandbox.ts'
import { removeUnusedSandbox, SANDBOX_REMOVAL_MS } from '../services/providers/sandbox-removal.ts'
import {
  beginSandbox,
  finishSandbox,
  isSandboxDue,
  WANTED_SANDBOXES_MS,
} from '../services/providers/wanted-sandboxes.ts'
import type { ReferenceData } from '../services/reference/reference-data.ts'
import { EXPORTS_MS, isExportDue, makeDueExport } from '../services/tenancy/exporting/make-export.ts'
import type { World } from '../services/world.ts'
import { BACKGROUND_JOBS, type BackgroundJob } from '../storage/background-jobs.ts'
import { nextUnseen } from '../storage/doubted-ids.ts'
import type { Storage } from '../storage/storage.ts'
import { VERSION } from '../version.ts'
import { BackgroundWork, type BackgroundWorkParts } from './background-work.ts'
import { HOUSEKEEPING_MS, Housekeeping } from './housekeeping.ts'
import { REMOVAL_MS, removeWhatIsOver } from './removal.ts'

interface Surroundings {
  readonly world: World
  readonly reference: ReferenceData
  readonly log: Logger
  readonly publicUrl: URL
  readonly sandboxData: SandboxData
  readonly retention: Retention
}

interface Job {
  start(): void
  stop(): void
}

/** One job for each name that the store keeps. */
export const backgroundJobs = ({
  world,
  reference,
  log,
  publicUrl,
  sandboxData,
  retention,
}: Surroundings): readonly Job[] => {
  const { storage } = world
  const contents = new ContentTidying(world)
  const housekeeping = new Housekeeping({ storage, log, retention })
  const work =
    (where: Storage) =>
    <Found>(parts: Pick<BackgroundWorkParts<Found>, 'everyMs' | 'isDue' | 'find' | 'step'>) =>
    (job: BackgroundJob): Job =>
      new BackgroundWork({ storage: where, log, job, ...parts })
  const upkeep = work(storage)
  /** What changes records: their history names the system. */
  const records = work(storage.writtenBy(SYSTEM))

  const table: Record<BackgroundJob, (job: BackgroundJob) => Job> = {
    'asked-resets': upkeep({
      everyMs: ASKED_RESETS_MS,
      isDue: () => isResetAsked(storage.platform),
      find: () => sendAskedResets({ world, publicUrl }),
      step: async (_tx, isMoreLeft) => isMoreLeft,
    }),
    housekeeping: upkeep({
      everyMs: HOUSEKEEPING_MS,
      find: () => housekeeping.step(),
      step: async (_tx, isMoreLeft) => isMoreLeft,
    }),
    removal: upkeep({ everyMs: REMOVAL_MS, step: (tx) => removeWhatIsOver(tx, retention) }),
    retention: records({ everyMs: RETENTION_MS, step: (tx) => erasePastPassengers(tx, world) }),
    documents: records({ everyMs: DOCUMENT_REMOVAL_MS, step: removeDocumentsThatAreOver }),
    'document-contents': upkeep({
      everyMs: CONTENTS_MS,
      find: () => contents.step(),
      step: async (_tx, isMoreLeft) => isMoreLeft,
    }),
    reminders: records({ everyMs: REMINDERS_MS, step: giveReminders }),
    risk: records({ everyMs: ASSESS_ANEW_MS, step: (tx) => assessAnew(tx, { world, reference: reference.current }) }),
    logbooks: records({
      everyMs: FILL_LOGBOOKS_MS,
      step: (tx) => fillLogbooks(tx, { world, reference: reference.current }),
    }),
    notices: records({
      everyMs: NOTICES_MS,
      find: () => findNotices(storage.platform),
      step: (tx, found) => giveNotices(tx, world, publicUrl, found),
    }),
    'daily-notices': records({
      everyMs: NOTICES_BY_DAY_MS,
      find: () => findNoticesByDay(storage.platform),
      step: (tx, found) => giveNotices(tx, world, publicUrl, found),
    }),
    exports: upkeep({
      everyMs: EXPORTS_MS,
      isDue: () => isExportDue(storage.platform),
      find: () => makeDueExport({ world, publicUrl, release: VERSION }),
      step: async (_tx, wasDue) => wasDue,
    }),
    'extra-scopes': upkeep({ everyMs: EXTRA_SCOPES_MS, step: (tx) => endPastExtraScopes(tx, world) }),
    'held-safety-acts': records({ everyMs: HELD_ACTS_MS, step: (tx) => doHeldActs(tx, { world, publicUrl }) }),
    'ids-of-before': upkeep({
      everyMs: IDS_OF_BEFORE_MS,
      isDue: async () => (await nextUnseen(storage.platform)) !== undefined,
      step: (tx) => seeIdsOfBefore(tx, world),
    }),
    sandboxes: records({ everyMs: SANDBOX_REMOVAL_MS, step: (tx) => removeUnusedSandbox(tx, world) }),
    'new-sandboxes': records({
      everyMs: WANTED_SANDBOXES_MS,
      isDue: () => isSandboxDue(storage.platform),
      find: () => beginSandbox(storage.writtenBy(SYSTEM), sandboxData),
      step: (tx, begun) => finishSandbox(tx, { randomBytes: world.randomBytes, publicUrl }, begun),
    }),
    'changed-add-ons': upkeep({ everyMs: CHANGED_ADD_ONS_MS, step: (tx) => tellGathered(tx, world) }),
  }
  return BACKGROUND_JOBS.map((job) => table[job](job))
}
