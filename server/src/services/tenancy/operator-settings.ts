/** Changes an operator's own rules. */
import { ownReviewRules } from '../../domain/operations/handling/review-rule.ts'
import { type DutyLimits, type OperatorRules, ruleProblems } from '../../domain/operations/operator-rules.ts'
import { refuseProblems, staleVersion } from '../../domain/user-error.ts'
import { changedFields } from '../../domain/versioned.ts'
import { type OperatorSettings, operatorSettings, saveOperatorRules } from '../../storage/tenancy/operator-settings.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Given } from '../operations/desk.ts'
import { refuseNulls } from '../operations/patch.ts'

export type DutyLimitsUpdate = { readonly [K in keyof DutyLimits]?: Given<DutyLimits[K]> }

export type OperatorSettingsUpdate = {
  readonly [K in Exclude<keyof OperatorRules, 'dutyLimits'>]?: Given<OperatorRules[K]>
} & { readonly dutyLimits?: Given<DutyLimitsUpdate> }

export interface OperatorSettingsChange {
  readonly input: OperatorSettingsUpdate
  readonly expectedVersion: number
  readonly operatorId: string
}

/** What was given, without what is absent. */
const given = <T extends object>(input: Readonly<Record<keyof T, Given<unknown>>>): Partial<T> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null)) as Partial<T>

const distinct = <T>(list: readonly T[]): readonly T[] => [...new Set(list)]

/** Of two writers who expect the same version one succeeds: the statement writes only over that version. */
export const updateOperatorSettings = async (
  tx: ViewTx,
  { input, expectedVersion, operatorId }: OperatorSettingsChange,
): Promise<{ operatorSettings: OperatorSettings }> => {
  const { dutyLimits, ...others } = input
  refuseNulls(input, Object.keys(input) as (keyof OperatorSettingsUpdate)[])
  if (dutyLimits) refuseNulls(dutyLimits, Object.keys(dutyLimits) as (keyof DutyLimits)[], ['input', 'dutyLimits'])
  const { version, updatedAt, updatedBy, ...before } = await operatorSettings(tx)
  if (version !== expectedVersion) throw staleVersion()
  const said: OperatorRules = { ...before, ...given<Omit<OperatorRules, 'dutyLimits'>>(others as never) }
  const rules: OperatorRules = {
    ...said,
    releaseBlockList: distinct(said.releaseBlockList),
    requiredCheckList: distinct(said.requiredCheckList),
    requiredDocumentList: said.requiredDocumentList.map(({ flightKind, kindList }) => ({
      flightKind,
      kindList: distinct(kindList),
    })),
    reviewRuleList: ownReviewRules(said.reviewRuleList),
    dutyLimits: { ...before.dutyLimits, ...given<DutyLimits>((dutyLimits ?? {}) as never) },
  }
  refuseProblems(ruleProblems({ ...rules, reviewRuleList: said.reviewRuleList }), ['input'])
  const fieldList = changedFields(before, rules)
  if (fieldList.length === 0) return { operatorSettings: { ...before, version, updatedAt, updatedBy } }
  if (!(await saveOperatorRules(tx, rules, expectedVersion))) throw staleVersion()
  tx.changes.push({
    entity: 'OPERATOR_SETTINGS',
    entityId: operatorId,
    parentId: null,
    kind: 'UPDATED',
    version: expectedVersion + 1,
    fieldList,
    reminder: null,
    viewersBefore: [],
    viewersAfter: [],
  })
  return { operatorSettings: await operatorSettings(tx) }
}
