/** What is done because of a report: added, changed and completed by the safety office. */
import {
  isPlausibleDue,
  MAX_ACTION_TEXT,
  MAX_ACTIONS,
  type SafetyAction,
} from '../../../domain/operations/safety/safety-action.ts'
import type { SafetyReport } from '../../../domain/operations/safety/safety-report.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { userById } from '../../../storage/identity/users.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { changeRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { refuseOver } from './safety-reports.ts'

export interface ActionChange {
  readonly text?: Given<string>
  readonly ownerUserId?: Given<string>
  readonly dueDate?: Given<string>
  readonly completedAt?: Given<number>
  readonly effectiveness?: Given<string>
}

export type ActionInput = ActionChange & Pick<SafetyAction, 'text' | 'ownerUserId' | 'dueDate'>

interface ActionPlace {
  readonly safetyReportId: string
}

type Done = Promise<{ readonly safetyReport: SafetyReport }>

const lockOpen = async (tx: ViewTx, { safetyReportId }: ActionPlace): Promise<SafetyReport> => {
  const path = ['safetyReportId']
  const report = await lockRecord(tx, SAFETY_REPORT, safetyReportId, path)
  refuseOver(report, path)
  return report
}

/** What is needed cannot be cleared. */
const NEEDED = ['text', 'ownerUserId', 'dueDate'] as const

const actionAfter = (before: SafetyAction, change: ActionChange): SafetyAction => {
  const missing = NEEDED.find((field) => change[field] === null)
  if (missing) throw userError('VALIDATION', 'A value is required', ['input', missing])
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return { ...before, ...given }
}

const refuseAction = async (tx: ViewTx, action: SafetyAction, before: SafetyAction | null): Promise<void> => {
  const texts = [
    ...textProblems(['text'], action.text, { most: MAX_ACTION_TEXT, severalLines: true, required: true }),
    ...textProblems(['effectiveness'], action.effectiveness, { most: MAX_ACTION_TEXT, severalLines: true }),
  ]
  refuseProblems(texts, ['input'])
  const now = await tx.now()
  if (action.dueDate !== before?.dueDate && !isPlausibleDue(action.dueDate, now)) {
    throw userError('IMPLAUSIBLE', 'dueDate is within ten years of today', ['input', 'dueDate'])
  }
  if (action.completedAt !== null && action.completedAt > now) {
    throw userError('VALIDATION', 'completedAt is not in the future', ['input', 'completedAt'])
  }
  if (action.ownerUserId === before?.ownerUserId) return
  const owner = await userById(tx, action.ownerUserId)
  if (!owner) throw userError('NOT_FOUND', 'There is no such user', ['input', 'ownerUserId'])
}

export const addAction = async (
  tx: ViewTx,
  desk: Desk,
  { input, ...place }: ActionPlace & { readonly input: ActionInput },
): Done => {
  const report = await lockOpen(tx, place)
  if (report.actionList.length >= MAX_ACTIONS) {
    throw userError('LIMIT_EXCEEDED', `A report has at most ${MAX_ACTIONS} actions`, ['safetyReportId'])
  }
  const { text, ownerUserId, dueDate, completedAt = null, effectiveness = null } = input
  const safetyActionId = newId(desk.world, 'sfa')
  const action = { safetyActionId, text, ownerUserId, dueDate, completedAt, effectiveness }
  await refuseAction(tx, action, null)
  return {
    safetyReport: await changeRecord(tx, SAFETY_REPORT, report, { actionList: [...report.actionList, action] }),
  }
}

export interface ActionUpdate extends ActionPlace {
  readonly safetyActionId: string
  readonly input: ActionChange
  readonly expectedVersion: number
}

export const updateAction = async (
  tx: ViewTx,
  { safetyActionId, input, expectedVersion, ...place }: ActionUpdate,
): Done => {
  const report = await lockOpen(tx, place)
  expectVersion(report, expectedVersion)
  const before = report.actionList.find((action) => action.safetyActionId === safetyActionId)
  if (!before) throw userError('NOT_FOUND', 'The report has no such action', ['safetyActionId'])
  const action = actionAfter(before, input)
  await refuseAction(tx, action, before)
  const actionList = report.actionList.map((each) => (each === before ? action : each))
  return { safetyReport: await changeRecord(tx, SAFETY_REPORT, report, { actionList }) }
}
