/** A provider asks for the demo that leads to production, and can withdraw (portals §5). */
import { demoTimeProblem } from '../../domain/oauth/demo-time.ts'
import { isBlank, isShowableLine, nameInMail, UNSHOWABLE_MESSAGE } from '../../domain/shown-text.ts'
import { userError } from '../../domain/user-error.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { insertDemo } from '../../storage/providers/demos.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { momentOf } from '../identity/messages.ts'
import { moveLocked } from '../oauth/applications.ts'
import type { WorldAt } from '../world.ts'
import { addMessage, checkedText, quoted } from './conversation.ts'
import { illegalStep } from './illegal-step.ts'
import type { ByMember } from './members.ts'
import { lockOwn } from './own-application.ts'
import { mailStaff } from './staff-mail.ts'

const PROPOSED_TIMES = 3
const MAX_LINE = 200
const MAX_NOTE = 1000
const MAX_REASON = 1000

export interface DemoRequest {
  readonly times: readonly number[]
  readonly timeZone: string
  readonly attendees: string
  readonly note: string
}

const checkedLine = (text: string, field: string): string => {
  const line = text.trim()
  if (isBlank(line) || line.length > MAX_LINE) {
    throw userError('VALIDATION', `${field} has 1 to ${MAX_LINE} characters`, ['input', field])
  }
  if (!isShowableLine(line)) throw userError('VALIDATION', `${field} ${UNSHOWABLE_MESSAGE}`, ['input', field])
  return line
}

const isTimeZone = (text: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}

const checkDemo = (request: DemoRequest, now: number): void => {
  const { times, timeZone } = request
  if (
    times.length !== PROPOSED_TIMES ||
    new Set(times).size !== PROPOSED_TIMES ||
    times.some((time) => demoTimeProblem(time, now) !== null)
  ) {
    throw userError(
      'VALIDATION',
      `timeList holds ${PROPOSED_TIMES} different times in the future, at most a year ahead`,
      ['input', 'timeList'],
    )
  }
  if (!isTimeZone(timeZone)) {
    throw userError('VALIDATION', 'timeZone is a name such as Europe/Zurich', ['input', 'timeZone'])
  }
}

export const requestDemo = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly request: DemoRequest },
  { by, actor }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { clientId, request } = given
  checkDemo(request, at.now())
  const attendees = checkedLine(request.attendees, 'attendees')
  const note = isBlank(request.note) ? '' : checkedText(request.note, 'note', MAX_NOTE)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockOwn(platform, by.provider.provider_id, clientId)
    const move = { action: 'request-demo', by: 'provider', reason: note || null, actor } as const
    if ((await moveLocked(at, platform, application, move)) === null) throw await illegalStep(platform, application)
    await insertDemo(platform, {
      client_id: clientId,
      requested_at: await platform.now(),
      requested_by: by.user.user_id,
      time_list: JSON.stringify(request.times),
      time_zone: request.timeZone,
      attendees,
      note,
    })
    const name = nameInMail(application.name)
    await mailStaff(at, platform, application, {
      subject: `A demo of ${name} is asked for`,
      lines: [`${nameInMail(by.provider.name)} offers:`, '', ...request.times.map(momentOf)],
    })
    const author = { kind: 'provider', id: by.user.user_id, name: nameOf(by.user) } as const
    if (note !== '') await addMessage(at, platform, application, { author, text: note })
    return clientId
  })
}

export const withdrawDemo = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly reason: string },
  { by, actor }: ByMember,
  key: IdempotencyKey | null,
): Promise<void> => {
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockOwn(platform, by.provider.provider_id, given.clientId)
    const move = { action: 'withdraw', by: 'provider', reason, actor } as const
    if ((await moveLocked(at, platform, application, move)) === null) throw await illegalStep(platform, application)
    const name = nameInMail(application.name)
    const subject = `The demo of ${name} was withdrawn`
    await mailStaff(at, platform, application, { subject, lines: quoted(reason) })
    return given.clientId
  })
}
