/** The codes of an operator, the public ones and its own, and its risk matrix. */
import { matrixProblems, type RiskMatrix } from '../../../domain/operations/safety/risk.ts'
import {
  CODE_SHAPE,
  isSameCode,
  MAX_OWN_CODES,
  PUBLIC_CODES,
  type SafetyCode,
} from '../../../domain/operations/safety/safety-code.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, staleVersion, userError } from '../../../domain/user-error.ts'
import type { TenantReader } from '../../../storage/handles.ts'
import { lockCount } from '../../../storage/operations/name-lock.ts'
import { type KeptMatrix, ownCodes, saveCode, saveMatrix } from '../../../storage/operations/safety/safety-codes.ts'
import type { ViewTx } from '../../../storage/view.ts'

export const codesOf = async (reader: TenantReader): Promise<readonly SafetyCode[]> => [
  ...PUBLIC_CODES,
  ...(await ownCodes(reader)),
]

export type CodeSaving = Pick<SafetyCode, 'list' | 'code' | 'label' | 'isActive'>

/** Counted under a lock: of two at once, each counts the other. */
export const saveOwnCode = async (tx: ViewTx, asked: CodeSaving): Promise<{ readonly safetyCode: SafetyCode }> => {
  const safetyCode = { ...asked, code: asked.code.toUpperCase(), isOwn: true }
  if (!CODE_SHAPE.test(safetyCode.code)) {
    throw userError('VALIDATION', 'A code has 1 to 30 letters, digits, - and _, e.g. STOP-BAR', ['code'])
  }
  refuseProblems(textProblems(['label'], safetyCode.label, { most: 100, required: true }), [])
  if (PUBLIC_CODES.some((each) => isSameCode(each, safetyCode))) {
    throw userError('NOT_ALLOWED', 'This is a public code, which stays as it is: add one of your own', ['code'])
  }
  await lockCount(tx, 'safety_code', 'own')
  const own = await ownCodes(tx)
  if (own.length >= MAX_OWN_CODES && !own.some((each) => isSameCode(each, safetyCode))) {
    throw userError('LIMIT_EXCEEDED', `An operator has at most ${MAX_OWN_CODES} codes of its own`)
  }
  await saveCode(tx, safetyCode)
  return { safetyCode }
}

/** Reports keep the words with which they were assessed. */
export const setMatrix = async (
  tx: ViewTx,
  { input, expectedVersion }: { readonly input: RiskMatrix; readonly expectedVersion: number },
): Promise<{ readonly riskMatrix: KeptMatrix }> => {
  refuseProblems(matrixProblems(input), ['input'])
  const { severityList, likelihoodList } = input
  const cellList = input.cellList.map(({ severity, likelihood, index, band }) => ({
    severity,
    likelihood,
    index,
    band,
  }))
  const matrix = { severityList, likelihoodList, cellList }
  if (!(await saveMatrix(tx, matrix, expectedVersion))) throw staleVersion()
  return { riskMatrix: { ...matrix, version: expectedVersion + 1 } }
}
