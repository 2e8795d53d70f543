/**
 * The people of the developer portal and of support in the demo: providers with their members, and staff, one of whom
 * has a second step whose code the outbox of support shows.
 */
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { fromBase32, totpCode, totpStepAt } from '../../domain/identity/totp.ts'
import { randomText, secretHash } from '../../domain/secret.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { type Actor, HOST } from '../../services/audit-trail.ts'
import { confirmSecondStep, startSecondStep } from '../../services/identity/second-step.ts'
import { openSession, type SignedIn } from '../../services/identity/sessions.ts'
import { createStaff } from '../../services/identity/users.ts'
import { createProvider } from '../../services/providers/create-provider.ts'
import { inviteMember, joinProvider } from '../../services/providers/invitations.ts'
import { type ByMember, signedInMember } from '../../services/providers/members.ts'
import type { ByStaff } from '../../services/support/locked-case.ts'
import { platformRealm } from '../../services/tenancy/platform-realms.ts'
import type { World, WorldAt } from '../../services/world.ts'
import { findSession } from '../../storage/identity/sessions.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import type { PlannedPerson, PlannedProvider } from '../providers/plan.ts'
import { PLANNED_PROVIDERS, PLANNED_STAFF, STAFF_JOINED_DAYS_AGO } from '../providers/providers.ts'
import type { DemoPlatform } from '../show/demo-show.ts'
import { daysAgo } from './demo-past.ts'
import { fromTheOffice } from './demo-people.ts'

const PASSWORD_LENGTH = 14
/** Between an invitation and the day on which somebody follows it. */
const JOINED_DAYS_LATER = 0.6
const INVITED_DAYS_AGO = 1.1

const newPassword = (world: World): string => randomText(PASSWORD_LENGTH, world.randomBytes)

/** Signs somebody in at that time, with a session of their own whose cookie nobody has. */
const sessionOf = async (
  then: WorldAt,
  email: string,
): Promise<{ readonly secret: string; readonly userId: string }> => {
  const user = await userByEmail(then.read, email)
  if (!user) throw new Error(`The demo has no ${email}`)
  const { address, requestId } = fromTheOffice(then, user.user_id)
  const visitor = { device: 'Firefox on Linux', address: address ?? '', requestId: requestId ?? '' }
  const secret = await then.write((tx) => openSession(then, tx, { userId: user.user_id, stage: 'signed-in', visitor }))
  return { secret, userId: user.user_id }
}

export const asMember = async (then: WorldAt, email: string): Promise<ByMember> => {
  const { secret, userId } = await sessionOf(then, email)
  const by = await signedInMember(then, secret)
  if (!by) throw new Error(`${email} is of no provider`)
  return { by, actor: { ...fromTheOffice(then, userId), kind: 'provider' } }
}

/** Also before the second step is there: a member of staff sets it up in this session. */
export const asStaff = async (then: WorldAt, email: string): Promise<ByStaff> => {
  const { secret, userId } = await sessionOf(then, email)
  const found = await findSession(then.read, secretHash(secret))
  if (!found) throw new Error(`${email} is not signed in`)
  const actor: Actor = { ...fromTheOffice(then, userId), kind: 'staff' }
  return { by: { ...found, isAdmin: false }, actor }
}

/** With a code of the authenticator, as it was at that time. */
const setUpSecondStep = async (then: WorldAt, email: string): Promise<void> => {
  const { by, actor } = await asStaff(then, email)
  await startSecondStep(then, by, '')
  const secret = (await userByEmail(then.read, email))?.totp_secret ?? ''
  const started: SignedIn = { ...by }
  await confirmSecondStep(then, started, totpCode(fromBase32(secret), totpStepAt(then.now())), actor)
}

const seedStaff = async (world: World, password: string): Promise<void> => {
  const then = daysAgo(world, STAFF_JOINED_DAYS_AGO).at(await platformRealm(world, SUPPORT))
  const { lea, jonas } = PLANNED_STAFF
  const join = async ({ email, name }: PlannedPerson, secret: string): Promise<boolean> => {
    if (await userByEmail(then.read, email)) return false
    await createStaff(then, { email, name, password: secret, role: 'ADMINISTRATOR' }, HOST)
    return true
  }
  if (await join(lea, password)) await setUpSecondStep(then, lea.email)
  await join(jonas, newPassword(world))
}

interface Inviting {
  readonly world: World
  readonly publicUrl: URL
  readonly owner: string
}

/** The id of the invitation, made at that time. */
const invite = async (then: WorldAt, person: PlannedPerson, { publicUrl, owner }: Inviting): Promise<string> => {
  const origin = originOf(publicUrl, DEVELOPERS, 'production')
  const linkTo = (invitationId: string) => `${origin}/invitation/?invitation=${invitationId}`
  return inviteMember(then, person, { ...(await asMember(then, owner)), linkTo })
}

/** Follows the invitation with the code of its message. */
const join = async (then: WorldAt, person: PlannedPerson, inviting: Inviting): Promise<void> => {
  const invitationId = await invite(then, person, inviting)
  const messages = await waitingMessages(then.read, then.now(), 5)
  const [, code = ''] =
    /asks for this code:\n(\S+)/.exec(messages.find((one) => one.recipient === person.email)?.body ?? '') ?? []
  const { address, requestId } = fromTheOffice(then, '')
  const password = newPassword(inviting.world)
  const outcome = await joinProvider(then, { invitationId, code, password }, { address, requestId })
  if (outcome !== 'joined') throw new Error(`${person.email} could not join the demo's provider: ${outcome}`)
}

const seedProvider = async (
  world: World,
  publicUrl: URL,
  planned: PlannedProvider,
  password: string,
): Promise<void> => {
  const { company, owner, members, invited, signedUpDaysAgo } = planned
  const realm = await platformRealm(world, DEVELOPERS)
  const then = daysAgo(world, signedUpDaysAgo).at(realm)
  if (await userByEmail(then.read, owner.email)) return
  await createProvider(then, { company, ...owner, password }, HOST)
  const inviting = { world, publicUrl, owner: owner.email }
  const later = daysAgo(world, signedUpDaysAgo - JOINED_DAYS_LATER).at(realm)
  for (const person of members) await join(later, person, inviting)
  const lately = daysAgo(world, INVITED_DAYS_AGO).at(realm)
  for (const person of invited) await invite(lately, person, inviting)
}

const planPlatform = (world: World): DemoPlatform => {
  const [{ company, owner }] = PLANNED_PROVIDERS
  return {
    developer: { company, ...owner, password: newPassword(world) },
    staff: { ...PLANNED_STAFF.lea, password: newPassword(world) },
  }
}

/**
 * Creates the people who are missing. The credentials are saved before anybody has them, so that a start that ends
 * half-way leaves none that nobody knows.
 */
export const seedPlatform = async (
  world: World,
  publicUrl: URL,
  earlier: DemoPlatform | null,
  save: (platform: DemoPlatform) => Promise<void>,
): Promise<DemoPlatform> => {
  const platform = earlier ?? planPlatform(world)
  if (earlier === null) await save(platform)
  await seedStaff(world, platform.staff.password)
  for (const planned of PLANNED_PROVIDERS) {
    const isShown = planned.owner.email === platform.developer.email
    await seedProvider(world, publicUrl, planned, isShown ? platform.developer.password : newPassword(world))
  }
  return platform
}
