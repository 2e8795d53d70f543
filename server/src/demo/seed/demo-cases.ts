/** What happened to the applications of the demo's providers: each step by the use case that people take it with. */

import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { DAY_MS } from '../../domain/interval.ts'
import { writeAsMember } from '../../services/providers/conversation.ts'
import { askForPhoneChange } from '../../services/providers/credentials/phone-number.ts'
import { requestDemo } from '../../services/providers/to-production.ts'
import { decide, scheduleDemo, takeStep, writeAsStaff } from '../../services/support/decisions.ts'
import type { ByStaff, SeenCase } from '../../services/support/locked-case.ts'
import { shownDigest } from '../../services/support/shown-dossier.ts'
import { takeCase } from '../../services/support/taking.ts'
import { platformRealm } from '../../services/tenancy/platform-realms.ts'
import type { World, WorldAt } from '../../services/world.ts'
import { applicationByClientId, lastTransition } from '../../storage/oauth/applications.ts'
import { takenCases } from '../../storage/support/taken-cases.ts'
import type { PlannedStep } from '../providers/plan.ts'
import { PLANNED_STAFF } from '../providers/providers.ts'
import { daysAgo } from './demo-past.ts'
import { asMember, asStaff } from './demo-platform.ts'

const QUARTER_MS = 15 * 60_000
const MEETING = 'https://meet.airside.example/demo'

export interface DemoCase {
  readonly clientId: string
  /** The e-mail address of the member who acts for the provider. */
  readonly owner: string
}

type MemberStep = Extract<PlannedStep, { step: 'ask' | 'write' | 'lose-phone' }>
type StaffStep = Exclude<PlannedStep, MemberStep>

/** People meet at full quarters of an hour. */
const inDays = (world: World, days: number): number => {
  const at = world.now('') + days * DAY_MS
  return at - (at % QUARTER_MS)
}

const takeMemberStep = async (world: World, { clientId, owner }: DemoCase, planned: MemberStep): Promise<void> => {
  const then = daysAgo(world, planned.daysAgo).at(await platformRealm(world, DEVELOPERS))
  const member = await asMember(then, owner)
  if (planned.step === 'write') return writeAsMember(then, { clientId, text: planned.text }, member, null)
  if (planned.step === 'lose-phone') {
    const { phoneNumber, note } = planned
    return askForPhoneChange(then, { clientId, phoneNumber, note }, member, null)
  }
  const { firstTimeInDays: first, attendees, note } = planned
  const times = [first, first + 1, first + 2].map((days) => inDays(world, days))
  const request = { times, timeZone: 'Europe/Zurich', attendees, note }
  return requestDemo(then, { clientId, request }, member, null)
}

/** Who answers or schedules first has taken the case. */
const takeUnlessTaken = async (at: WorldAt, clientId: string, staff: ByStaff): Promise<void> => {
  if ((await takenCases(at.platform, [clientId])).length > 0) return
  await takeCase(at, { clientId, seenAssigneeId: null, reason: null }, staff, null)
}

const takeStaffStep = async (world: World, { clientId }: DemoCase, planned: StaffStep): Promise<void> => {
  const then = daysAgo(world, planned.daysAgo).at(await platformRealm(world, SUPPORT))
  const staff = await asStaff(then, PLANNED_STAFF[planned.staff].email)
  const last = await lastTransition(world.storage.platform, clientId)
  const seen: SeenCase = { clientId, seenPosition: last?.position ?? 0 }
  if (planned.step === 'answer' || planned.step === 'schedule') await takeUnlessTaken(then, clientId, staff)
  if (planned.step === 'answer') return writeAsStaff(then, { clientId, text: planned.text }, staff, null)
  if (planned.step === 'schedule') {
    const demoAt = inDays(world, planned.demoInDays)
    return scheduleDemo(then, { ...seen, demoAt, link: MEETING, note: planned.note }, staff, null)
  }
  if (planned.step === 'decide') {
    const { isApproved, met, unmet, reason } = planned
    const requirements = [
      ...met.map((text) => ({ text, isMet: true })),
      ...unmet.map((text) => ({ text, isMet: false })),
    ]
    const application = await applicationByClientId(world.storage.platform, clientId)
    if (!application) throw new Error(`The demo has no ${clientId}`)
    const seenDigest = await shownDigest(world.storage, application, then.now())
    const decision = { ...seen, seenDigest, isApproved, isDemoHeld: true, requirements, reason }
    return decide(then, decision, staff, null)
  }
  const action = planned.step === 'hold' ? 'postpone-demo' : 'suspend'
  return takeStep(then, { ...seen, action, reason: planned.reason }, staff, null)
}

export const takeSteps = async (world: World, ofCase: DemoCase, steps: readonly PlannedStep[]): Promise<void> => {
  for (const planned of steps) {
    await ('staff' in planned ? takeStaffStep(world, ofCase, planned) : takeMemberStep(world, ofCase, planned))
  }
}
