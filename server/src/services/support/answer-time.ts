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
  const waited = [...steps].flatMap(([clientId, own]) => {
    const wrote = (messages.get(clientId) ?? []).map(({ at }) => at)
    return own
      .filter(({ action }) => action === 'request-demo')
      .flatMap((request) => {
        const at = answeredAt(request, own, wrote)
        return at === null ? [] : [at - request.at]
      })
  })
  const inTime = waited.filter((ms) => ms <= PROMISED_HOURS * HOUR_MS).length
  return { answered: waited.length, inTime }
}
