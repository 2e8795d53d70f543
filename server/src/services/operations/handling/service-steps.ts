/** Leads service requests through their life cycle: sends, answers, completes and cancels them. */
import { actingAs } from '../../../domain/operations/acting-as.ts'
import { isPermit } from '../../../domain/operations/handling/service-kind.ts'
import {
  IN_ITS_NAME,
  SERVICE_REQUEST_LIFE_CYCLE,
  type ServiceRequest,
  type ServiceStatus,
  withStep,
} from '../../../domain/operations/handling/service-request.ts'
import {
  permitOf,
  permitProblems,
  resultAfter,
  resultProblems,
  resultTimeProblems,
  type ServiceResult,
  type ServiceResultInput,
} from '../../../domain/operations/handling/service-result.ts'
import type { Visit } from '../../../domain/operations/handling/visit.ts'
import { type Step, stepsOf } from '../../../domain/operations/step.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { SERVICE_REQUEST } from '../../../storage/operations/handling/service-requests.ts'
import { changeRecord, expectVersion } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { authorOf, type Desk, type Given } from '../desk.ts'
import { settleDocuments } from '../documents/of-request.ts'
import { illegalStep } from '../illegal-step.ts'
import { fuelFlight, lockFuelled, upliftsSaid } from './fuel-of-request.ts'
import { factsOfFlight, factsOfVisit } from './ground-facts.ts'
import { refuseHeld } from './holder.ts'
import { lockRequest } from './service-requests.ts'
import { tellPlanWriters } from './told-plans.ts'
import { settleProviders } from './visits.ts'

export interface ServiceStatusSet {
  readonly serviceRequestId: string
  readonly status: ServiceStatus
  readonly result?: Given<ServiceResultInput>
  readonly reason?: Given<string>
  readonly expectedVersion: number
}

const allowedStep = (desk: Desk, { status: from }: ServiceRequest, to: ServiceStatus): Step<ServiceStatus> => {
  const [row] = stepsOf(SERVICE_REQUEST_LIFE_CYCLE, { from, to, by: 'set' }, actingAs(desk.principal))
  if (row) return row
  throw illegalStep(SERVICE_REQUEST.description, from, to, ['status'])
}

const refuseFee = (result: ServiceResult, to: ServiceStatus): void => {
  const index = result.chargeList.findIndex(({ isCancellationFee }) => isCancellationFee)
  if (index < 0 || to === 'CANCELLED') return
  const path = ['result', 'chargeList', `${index}`, 'isCancellationFee']
  throw userError('VALIDATION', 'A cancellation fee comes with the cancellation', path)
}

/** What the answer says; a result comes from the provider's side alone. */
const answerOf = async (
  tx: ViewTx,
  desk: Desk,
  request: ServiceRequest,
  { status, result, isAnswer }: ServiceStatusSet & { readonly isAnswer: boolean },
) => {
  if (!isAnswer) {
    if (result) throw userError('VALIDATION', 'A result comes with the provider’s answer', ['result'])
    return {}
  }
  const now = await tx.now()
  const isCompleted = status === 'COMPLETED'
  refuseProblems(resultTimeProblems(result ?? {}, { now, isCompleted }, ['result']), [])
  const next = resultAfter(request.result, result ?? {})
  const completedAt = isCompleted ? (next.completedAt ?? now) : next.completedAt
  const upliftList = await upliftsSaid(tx, desk, request, { status, result, at: completedAt ?? now })
  const completed = { ...next, completedAt, upliftList }
  refuseProblems(resultProblems(completed, ['result']), [])
  refuseFee(completed, status)
  if (!result?.permit) return { result: completed }
  const path = ['result', 'permit']
  if (!isPermit(request.kind)) throw userError('VALIDATION', 'Only permits have this', path)
  const permit = permitOf(result.permit)
  refuseProblems(permitProblems(permit, path), [])
  return { result: completed, permit }
}

/** To what the provider says yes, as it is now: the rows of visit and request are locked. */
const agreedTo = async (tx: ViewTx, visit: Visit | null, { flightId }: ServiceRequest, to: ServiceStatus) => {
  if (to === 'REQUESTED') return { agreed: null, holder: null, reviewReasonList: [] }
  if (to !== 'ACKNOWLEDGED' && to !== 'CONFIRMED') return {}
  const agreed = visit ? await factsOfVisit(tx, visit) : await factsOfFlight(tx, flightId as string)
  return { agreed, reviewReasonList: [] }
}

/** Of two who answer at once the second finds another version; so does who answers while the flight moves (threats row 280). */
export const setServiceStatus = async (
  tx: ViewTx,
  desk: Desk,
  asked: ServiceStatusSet,
): Promise<{ readonly serviceRequest: ServiceRequest; readonly warningList: readonly Warning[] }> => {
  const { status, expectedVersion } = asked
  const fuelled = await lockFuelled(tx, asked)
  const { visit, request } = await lockRequest(tx, asked.serviceRequestId)
  expectVersion(request, expectedVersion)
  const isAnswer = allowedStep(desk, request, status).condition === IN_ITS_NAME
  await refuseHeld(tx, desk, request)
  const reason = asked.reason ?? null
  refuseProblems(textProblems(['reason'], reason, { most: 1000, severalLines: true }), [])
  const isProvider = actingAs(desk.principal) === 'provider'
  const at = await tx.now()
  const step = {
    at,
    by: authorOf(desk),
    from: request.status,
    to: status,
    reason,
    onBehalfOf: isAnswer && !isProvider ? request.providerContactId : null,
  }
  const answer = await answerOf(tx, desk, request, { ...asked, isAnswer })
  const serviceRequest = await changeRecord(tx, SERVICE_REQUEST, request, {
    ...answer,
    ...(isProvider ? { holder: desk.principal.actorKey } : {}),
    ...(await agreedTo(tx, visit, request, status)),
    status,
    statusReason: reason,
    sentAt: request.sentAt ?? (status === 'REQUESTED' ? at : null),
    historyList: withStep(request.historyList, step),
  })
  if (visit) await settleProviders(tx, visit)
  await settleDocuments(tx, desk, request, serviceRequest)
  await tellPlanWriters(tx, request, serviceRequest)
  const list = status === 'COMPLETED' ? (answer.result?.upliftList ?? []) : []
  return { serviceRequest, warningList: await fuelFlight(tx, desk, { fuelled, visit, list, reason }) }
}
