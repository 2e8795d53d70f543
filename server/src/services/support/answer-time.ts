/** How support keeps its promise: requests for a demo that it answered, by a step or a message, within the promised time. */
import { DAY_MS, HOUR_MS } from '../../domain/interval.ts'
import type { PlatformReader } from '../../storage/handles.ts'
import type { TransitionRow } from '../../storage/oauth/applications.ts'
import { stepsSince, supportMessagesSince } from '../../storage/support/answers.ts'

export const PROMISED_HOURS = 48
export const ANSWER_DAYS = 30
/** A host with more than this in thirty days sees the latest of them. */
const MAX_READ = 5000

export interface AnswerTime {
  readonly answered: number
  /** Not answered yet, and longer than promised. */
  readonly overdue: number
  readonly inTime: number
}

/** The first moment after the request at which support took a step or wrote; null where the provider withdrew first, or it waits. */
const answeredAt = (request: TransitionRow, steps: readonly TransitionRow[], messages: readonly number[]) => {
  const next = steps.find(({ position }) => position === request.position + 1)
  const wrote = messages.filter((at) => at >= request.at).sort((a, b) => a - b)[0] ?? Number.POSITIVE_INFINITY
  const stepped = next?.at ?? Number.POSITIVE_INFINITY
  if (next?.actor_kind === 'provider' && wrote > stepped) return null
  const first = Math.min(stepped, wrote)
  return Number.isFinite(first) ? first : null
}

export const answerTime = async (reader: PlatformReader, now: number): Promise<AnswerTime> => {
  const since = now - ANSWER_DAYS * DAY_MS
  const steps = Map.groupBy(await stepsSince(reader, since, MAX_READ), ({ client_id }) => client_id)
  const messages = Map.groupBy(await supportMessagesSince(reader, since, MAX_READ), ({ client_id }) => client_id)
  const requests = [...steps].flatMap(([clientId, own]) => {
    const wrote = (messages.get(clientId) ?? []).map(({ at }) => at)
    return own
      .filter(({ action }) => action === 'request-demo')
      .flatMap((request) => {
        const at = answeredAt(request, own, wrote)
        // Nobody waits for the answer to one that was withdrawn.
        const isOpen = at === null && !own.some(({ position }) => position > request.position)
        return at === null && !isOpen ? [] : [{ isAnswered: at !== null, ms: (at ?? now) - request.at }]
      })
  })
  const isInTime = ({ ms }: { readonly ms: number }): boolean => ms <= PROMISED_HOURS * HOUR_MS
  const answered = requests.filter(({ isAnswered }) => isAnswered)
  return {
    answered: answered.length,
    inTime: answered.filter(isInTime).length,
    overdue: requests.filter((one) => !one.isAnswered && !isInTime(one)).length,
  }
}
