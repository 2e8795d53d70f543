/**
 * Does at the full hour what reporters who are not to be known asked for: makes their reports, withdraws them, writes
 * their answers. All of an hour together, in an order that was drawn by lot, by the system (data §11.2, ADR 205).
 */

import type { HeldAct } from '../../../domain/operations/safety/held-act.ts'
import { MAX_ATTACHMENTS, titleOfOwn } from '../../../domain/operations/safety/safety-attachment.ts'
import { isOver } from '../../../domain/operations/safety/safety-report.ts'
import { originOf } from '../../../domain/tenancy/address.ts'
import { UserErrors } from '../../../domain/user-error.ts'
import type { PlatformTx } from '../../../storage/handles.ts'
import { type Held, takeHeld, tenantWithHeld } from '../../../storage/operations/safety/held-acts.ts'
import { abandonFiles } from '../../../storage/operations/safety/safety-files.ts'
import { originalsOf, setOriginalDocuments } from '../../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { changeRecord, lockRecord, tellChange } from '../../../storage/records.ts'
import { tenantById } from '../../../storage/tenancy/tenants.ts'
import { type ViewTx, writingAs } from '../../../storage/view.ts'
import type { NoticeRealm } from '../../notices/give-notice.ts'
import type { World } from '../../world.ts'
import type { MessageDesk } from '../conversations/conversations.ts'
import { makeReport } from './new-report.ts'
import { refuseWithdrawal, writeAsReporter } from './own-reports.ts'
import { attach } from './own-uploads.ts'
import { tellMandatory } from './tell-mandatory.ts'

/** How often processes look for what is due. */
export const HELD_ACTS_MS = 30_000

const ACTS_PER_STEP = 50

interface Surroundings {
  readonly world: World
  readonly publicUrl: URL
}

const withdraw = async (tx: ViewTx, safetyReportId: string): Promise<void> => {
  const report = await lockRecord(tx, SAFETY_REPORT, safetyReportId, [])
  const sent = (await originalsOf(tx, [safetyReportId])).get(safetyReportId)
  if (!sent) return
  refuseWithdrawal(report, 'WITHDRAWN', sent)
  await changeRecord(tx, SAFETY_REPORT, report, { status: 'WITHDRAWN' })
}

/** The office is told that there is more to the original. Of files that came too late nothing is kept. */
const addFiles = async (
  tx: ViewTx,
  { safetyReportId, documentList }: Extract<HeldAct, { readonly kind: 'ATTACHMENT' }>,
  dueAt: number,
): Promise<void> => {
  const report = await lockRecord(tx, SAFETY_REPORT, safetyReportId, [])
  const before = (await originalsOf(tx, [safetyReportId])).get(safetyReportId)?.documentList
  const room = before === undefined || isOver(report) ? 0 : MAX_ATTACHMENTS - before.length
  await abandonFiles(
    tx,
    documentList.slice(room).map(({ fileId }) => fileId),
    dueAt,
  )
  if (before === undefined || room === 0) return
  const files = await attach(tx, documentList.slice(0, room), { isOpen: false, since: dueAt })
  const titled = files.map((file, index) => ({ ...file, title: titleOfOwn(file.mediaType, before.length + index + 1) }))
  await setOriginalDocuments(tx, safetyReportId, [...before, ...titled])
  tellChange(tx, SAFETY_REPORT, { before: report, after: report }, ['original'])
}

const carryOut = async (tx: ViewTx, world: World, place: NoticeRealm, { act, dueAt }: Held): Promise<void> => {
  if (act.kind === 'WITHDRAWAL') return withdraw(tx, act.safetyReportId)
  if (act.kind === 'ATTACHMENT') return addFiles(tx, act, dueAt)
  if (act.kind === 'ANSWER') {
    const principal: MessageDesk['principal'] = { kind: 'user', actorKey: '', clientId: null, applicationName: null }
    return writeAsReporter(tx, { world, principal }, place, act)
  }
  await tellMandatory(tx, place, await makeReport(tx, { world }, act, dueAt))
}

/**
 * What the report has come to meanwhile may forbid it: then it is left, and its reporter sees the report as it is. A
 * report itself is never left: it waits until it can be made.
 */
const carryOutOrLeave = async (tx: ViewTx, world: World, place: NoticeRealm, held: Held): Promise<void> => {
  try {
    await carryOut(tx, world, place, held)
  } catch (error) {
    if (!(error instanceof UserErrors) || held.act.kind === 'REPORT') throw error
  }
}

/** Some of one tenant, so that a step stays small; true if more may be left. */
export const doHeldActs = async (platform: PlatformTx, { world, publicUrl }: Surroundings): Promise<boolean> => {
  const tenantId = await tenantWithHeld(platform)
  if (tenantId === undefined) return false
  const tx = writingAs(platform.inTenant(tenantId), { of: 'operator' })
  const due = await takeHeld(tx, await tx.now(), ACTS_PER_STEP)
  const realm = await tenantById(platform, tenantId)
  if (!realm) return true
  const origin = originOf(publicUrl, realm.operatorId, realm.environment)
  for (const held of due) await carryOutOrLeave(tx, world, { randomBytes: world.randomBytes, realm, origin }, held)
  return true
}
