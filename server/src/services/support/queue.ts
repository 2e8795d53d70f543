/** The queue: what waits, for whom, since when; the oldest first (portals §6). */
import { MODES_WITH_CASE } from '../../domain/oauth/application-mode.ts'
import type { PlatformReader } from '../../storage/handles.ts'
import { type ApplicationRow, applicationByClientId, lastTransition } from '../../storage/oauth/applications.ts'
import { applicationMessages } from '../../storage/providers/application-messages.ts'
import { latestDemo } from '../../storage/providers/demos.ts'
import { phoneChangeOf, waitingPhoneChanges } from '../../storage/providers/phone-changes.ts'
import { applicationsInModes, applicationsOf } from '../../storage/providers/provider-applications.ts'

const MAX_QUEUE = 500

export type Work = 'SCHEDULE' | 'HOLD_DEMO' | 'DECIDE' | 'PHONE_NUMBER'
export type WaitsFor = 'SUPPORT' | 'PROVIDER' | 'DATE'

export interface Case {
  readonly application: ApplicationRow
  readonly work: Work
  readonly waitsFor: WaitsFor
  readonly since: number
}

/** A demo that was asked for waits for support, unless support wrote last. */
const requested = async (reader: PlatformReader, application: ApplicationRow): Promise<Case> => {
  const step = await lastTransition(reader, application.client_id)
  const message = (await applicationMessages(reader, application.client_id, 1))[0]
  const since = step?.at ?? application.created_at
  const isAnswered = message?.author_kind === 'support' && message.at > since
  if (isAnswered) return { application, work: 'SCHEDULE', waitsFor: 'PROVIDER', since: message.at }
  return { application, work: 'SCHEDULE', waitsFor: 'SUPPORT', since }
}

const scheduled = async (reader: PlatformReader, application: ApplicationRow, now: number): Promise<Case> => {
  const step = await lastTransition(reader, application.client_id)
  const demoAt = (await latestDemo(reader, application.client_id))?.demo_at ?? null
  if (demoAt !== null && demoAt <= now) return { application, work: 'DECIDE', waitsFor: 'SUPPORT', since: demoAt }
  return { application, work: 'HOLD_DEMO', waitsFor: 'DATE', since: step?.at ?? application.created_at }
}

/** What waits of one application; empty where nothing does. */
export const casesOf = async (reader: PlatformReader, application: ApplicationRow, now: number): Promise<Case[]> => {
  const cases: Case[] = []
  if (application.mode === 'demo-requested') cases.push(await requested(reader, application))
  if (application.mode === 'demo-scheduled') cases.push(await scheduled(reader, application, now))
  const change = await phoneChangeOf(reader, application.client_id)
  if (change && change.allowed_at === null) {
    cases.push({ application, work: 'PHONE_NUMBER', waitsFor: 'SUPPORT', since: change.asked_at })
  }
  return cases.sort((a, b) => a.since - b.since)
}

/** What support asked a provider and waits for; the oldest first. */
export const questionsTo = async (reader: PlatformReader, providerId: string): Promise<Case[]> => {
  const asked = (await applicationsOf(reader, providerId)).filter(({ mode }) => mode === 'demo-requested')
  const cases: Case[] = []
  for (const application of asked) cases.push(await requested(reader, application))
  return cases.filter(({ waitsFor }) => waitsFor === 'PROVIDER').sort((a, b) => a.since - b.since)
}

export const supportQueue = async (reader: PlatformReader, now: number): Promise<Case[]> => {
  const open = await applicationsInModes(reader, MODES_WITH_CASE, MAX_QUEUE)
  const cases: Case[] = []
  for (const application of open) {
    const isRequested = application.mode === 'demo-requested'
    cases.push(await (isRequested ? requested(reader, application) : scheduled(reader, application, now)))
  }
  for (const { client_id, asked_at } of await waitingPhoneChanges(reader)) {
    const application = await applicationByClientId(reader, client_id)
    if (application) cases.push({ application, work: 'PHONE_NUMBER', waitsFor: 'SUPPORT', since: asked_at })
  }
  return cases.sort((a, b) => a.since - b.since)
}
