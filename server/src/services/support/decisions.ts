/** Support schedules the demo, decides after it, suspends and resumes; each step once, told to the provider (portals §5, §6). */
import { MINUTE_MS } from '../../domain/interval.ts'
import type { ModeAction } from '../../domain/oauth/application-mode.ts'
import { calendarFile } from '../../domain/oauth/calendar-file.ts'
import { demoTimeProblem } from '../../domain/oauth/demo-time.ts'
import { isWebLink, WEB_LINK_RULE } from '../../domain/oauth/web-link.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import { userError } from '../../domain/user-error.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { type ApplicationRow, applicationTransitions } from '../../storage/oauth/applications.ts'
import { changeDemo, type DemoRow, latestDemo } from '../../storage/providers/demos.ts'
import { allowPhoneChange, phoneChangeOf } from '../../storage/providers/phone-changes.ts'
import { endTakingWithoutCase } from '../../storage/support/taken-cases.ts'
import { recordAudit } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { momentOf } from '../identity/messages.ts'
import { moveLocked } from '../oauth/applications.ts'
import { addMessage, checkedText, quoted } from '../providers/conversation.ts'
import { illegalStep } from '../providers/illegal-step.ts'
import { mailMembers } from '../providers/staff-mail.ts'
import type { WorldAt } from '../world.ts'
import { type ByStaff, lockCase, lockSeen, requireApplication, type SeenCase, type SeenDossier } from './locked-case.ts'
import { checkedRequirements, type Requirement } from './requirements.ts'
import { requireNotAnothers } from './taking.ts'

const MAX_REASON = 1000
const DEMO_MINUTES = 45
/** Nothing is shown in less: a demo that is scheduled for the next moment was not held in the one after. */
const MIN_DEMO_MS = 5 * MINUTE_MS
const MAX_LINK = 500

interface Step {
  readonly action: ModeAction
  readonly reason: string
}

const move = async (
  at: WorldAt,
  platform: PlatformTx,
  application: ApplicationRow,
  { action, reason, actor }: Step & Pick<ByStaff, 'actor'>,
): Promise<void> => {
  const moved = await moveLocked(at, platform, application, { action, by: 'support', reason, actor })
  if (moved === null) throw await illegalStep(platform, application)
}

const checkedLink = (text: string): string => {
  const link = text.trim()
  if (link.length <= MAX_LINK && isWebLink(link, ['https'])) return link
  throw userError('VALIDATION', `link is an https URL, ${WEB_LINK_RULE}`, ['link'])
}

/** The event of a scheduled demo: the same uid when it moves, with a higher sequence. */
export const demoCalendar = async (
  reader: PlatformReader,
  { client_id: clientId, name }: ApplicationRow,
  demo: DemoRow,
): Promise<string | null> => {
  if (demo.demo_at === null) return null
  const steps = await applicationTransitions(reader, clientId)
  const scheduled = steps.filter(({ action }) => action.endsWith('schedule-demo'))
  return calendarFile({
    uid: `${clientId}-${demo.position}@airside`,
    sequence: scheduled.length,
    stampMs: scheduled.at(-1)?.at ?? demo.requested_at,
    startMs: demo.demo_at,
    minutes: DEMO_MINUTES,
    summary: `Airside demo of ${name}`,
    description: `Demo of ${name} with Airside support. With: ${demo.attendees}`,
    location: demo.link ?? '',
  })
}

export interface Schedule extends SeenCase {
  readonly demoAt: number
  readonly link: string
  readonly note: string
}

const requireDemo = async (platform: PlatformTx, clientId: string): Promise<DemoRow> => {
  const demo = await latestDemo(platform, clientId)
  if (demo) return demo
  throw userError('NOT_FOUND', 'No demo was asked for: the host moved this application', ['clientId'])
}

/** Schedules the demo, or moves a scheduled one; the mail carries a calendar file. */
export const scheduleDemo = async (
  at: WorldAt,
  given: Schedule,
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { by, actor } = staff
  const link = checkedLink(given.link)
  const note = checkedText(given.note, 'note', MAX_REASON)
  const problem = demoTimeProblem(given.demoAt, at.now())
  if (problem !== null) throw userError('VALIDATION', `at ${problem}`, ['at'])
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockCase(platform, given)
    await requireNotAnothers(platform, given.clientId, staff)
    const action = application.mode === 'demo-scheduled' ? 'reschedule-demo' : 'schedule-demo'
    await move(at, platform, application, { action, reason: note, actor })
    const demo = await requireDemo(platform, given.clientId)
    const scheduled = { ...demo, demo_at: given.demoAt, link }
    await changeDemo(platform, demo, { demo_at: given.demoAt, link })
    const calendar = await demoCalendar(platform, application, scheduled)
    await mailMembers(at, platform, application, {
      subject: `The demo of ${nameInMail(application.name)}: ${momentOf(given.demoAt)}`,
      lines: [
        `${nameInMail(nameOf(by.user))} scheduled the demo for ${momentOf(given.demoAt)}.`,
        '',
        link,
        '',
        ...quoted(note),
      ],
      ...(calendar === null ? {} : { calendar }),
    })
    return given.clientId
  })
}

const WORDS: Readonly<Partial<Record<ModeAction, string>>> = {
  'hold-demo': 'is in production: every operator can connect it',
  refuse: 'goes back to the test environment',
  'postpone-demo': 'waits: the demo is put on hold',
  suspend: 'is suspended at every operator',
  resume: 'works again',
}

const decideWith = async (
  at: WorldAt,
  platform: PlatformTx,
  application: ApplicationRow,
  { action, reason, by, actor }: Step & ByStaff,
): Promise<void> => {
  await move(at, platform, application, { action, reason, actor })
  const name = nameInMail(application.name)
  await mailMembers(at, platform, application, {
    subject: `${name} ${WORDS[action] ?? 'was moved'}`,
    lines: [`${nameInMail(nameOf(by.user))}, Airside support:`, '', ...quoted(reason)],
  })
}

export interface Decision extends SeenDossier {
  readonly isApproved: boolean
  /** Ticked by the member of staff; nothing goes to production without it. */
  readonly isDemoHeld: boolean
  readonly requirements: readonly Requirement[]
  readonly reason: string
}

/** When the demo was held, once its time has passed, with as long as one lasts, and a member of staff says so; null where nobody does. */
const heldDemo = async (
  platform: PlatformTx,
  demo: DemoRow | undefined,
  { isApproved, isDemoHeld }: Pick<Decision, 'isApproved' | 'isDemoHeld'>,
): Promise<number | null> => {
  const refuse = (why: string) => userError('VALIDATION', `${why}: nothing was recorded`, ['isDemoHeld'])
  if (!isDemoHeld) {
    if (isApproved) throw refuse('Nothing goes to production without a demo. Tick that it was held, or send it back')
    return null
  }
  const now = await platform.now()
  const planned = demo?.demo_at ?? null
  if (planned === null) throw refuse('No demo was scheduled, so none was held')
  if (planned > now) throw refuse(`The demo is on ${momentOf(planned)}, so it was not held yet`)
  if (planned + MIN_DEMO_MS > now) {
    throw refuse(`The demo began on ${momentOf(planned)} and lasts ${MIN_DEMO_MS / MINUTE_MS} minutes at least`)
  }
  return now
}

/** After the demo: production, or back to the test environment, with what was ticked and why. */
export const decide = async (
  at: WorldAt,
  given: Decision,
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  const requirements = checkedRequirements(given)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await lockSeen(platform, given)
    await requireNotAnothers(platform, given.clientId, staff)
    const action = given.isApproved ? 'hold-demo' : 'refuse'
    await decideWith(at, platform, application, { action, reason, ...staff })
    const demo = await latestDemo(platform, given.clientId)
    const heldAt = await heldDemo(platform, demo, given)
    const held = heldAt === null ? {} : { held_at: heldAt, held_by: staff.by.user.user_id }
    if (demo) await changeDemo(platform, demo, { requirement_list: JSON.stringify(requirements), ...held })
    return given.clientId
  })
}

/**
 * Puts a scheduled demo on hold, suspends or resumes: one step with a reason. Only resuming is bound to the registration
 * that was seen, because it may lead back to production; a provider must not be able to void a suspension.
 */
export const takeStep = async (
  at: WorldAt,
  given: (
    | (SeenCase & { readonly action: 'postpone-demo' | 'suspend' })
    | (SeenDossier & { readonly action: 'resume' })
  ) & { readonly reason: string },
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await (given.action === 'resume' ? lockSeen(platform, given) : lockCase(platform, given))
    if (given.action === 'postpone-demo') await requireNotAnothers(platform, given.clientId, staff)
    await decideWith(at, platform, application, { action: given.action, reason, ...staff })
    return given.clientId
  })
}

/**
 * Allows the new phone number that a member asked for, without a code from the old one. It names the number, because
 * the provider could ask for another one while a member of staff checks the first.
 */
export const allowNewNumber = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly phoneNumber: string; readonly reason: string },
  staff: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const { actor } = staff
  const reason = checkedText(given.reason, 'reason', MAX_REASON)
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await requireApplication(platform, given.clientId)
    await requireNotAnothers(platform, given.clientId, staff)
    const asked = await phoneChangeOf(platform, given.clientId)
    if (asked && asked.phone_number !== given.phoneNumber) {
      throw userError('VALIDATION', `${asked.phone_number} is asked for meanwhile: look at it again`, ['phoneNumber'])
    }
    const allowed = { at: await platform.now(), by: actor.id, reason }
    if (!(await allowPhoneChange(platform, given.clientId, allowed))) {
      throw userError('NOT_FOUND', 'No number waits to be allowed', ['clientId'])
    }
    await endTakingWithoutCase(platform, given.clientId)
    const subject = { kind: 'application', id: given.clientId }
    await recordAudit(at, platform, actor, { action: 'application.phone-change-allowed', subject, detail: { reason } })
    const name = nameInMail(application.name)
    await mailMembers(at, platform, application, {
      subject: `Support allowed a new phone number for ${name}`,
      lines: [
        'A member asked for it, without access to the old number. It counts once a code from the new one was typed;',
        'then no client secret can be made for 24 hours. If nobody of you asked, write to support at once.',
        '',
        ...quoted(reason),
      ],
    })
    return given.clientId
  })
}

export const writeAsStaff = async (
  at: WorldAt,
  given: { readonly clientId: string; readonly text: string },
  { by, actor }: ByStaff,
  key: IdempotencyKey | null,
): Promise<void> => {
  const text = checkedText(given.text, 'text')
  await changeWithPlatformOnce(at, key, async (_tx, platform) => {
    const application = await requireApplication(platform, given.clientId)
    const author = { kind: 'support', id: by.user.user_id, name: nameOf(by.user) } as const
    await addMessage(at, platform, application, { author, text })
    const subject = { kind: 'application', id: given.clientId }
    await recordAudit(at, platform, actor, { action: 'application.message-sent', subject })
    return given.clientId
  })
}
