/**
 * Signs up a provider with its first owner. A code by e-mail confirms the address; the account is made when the code
 * was right. The answer and the work are the same for known and unknown addresses (threats row 66).
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import {
  MAX_SIGN_UP_MAILS_PER_ADDRESS_AND_HOUR,
  MAX_SIGN_UP_TRIES,
  MAX_SIGN_UPS_PER_NETWORK_AND_HOUR,
  SIGN_UP_SECONDS,
} from '../../domain/limits.ts'
import { randomText, sameText, secretHash } from '../../domain/secret.ts'
import { isBlank, nameProblem } from '../../domain/shown-text.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import {
  type InsertedUser,
  insertUser,
  lockUser,
  suspendedByEmail,
  type UserRow,
  userByEmail,
} from '../../storage/identity/users.ts'
import { insertMember } from '../../storage/providers/members.ts'
import { insertProvider } from '../../storage/providers/providers.ts'
import {
  claimSignUpTry,
  insertSignUp,
  lockSignUpsBeside,
  openSignUp,
  removeConfirmed,
  replaceCode,
  type SignUpRow,
} from '../../storage/providers/sign-ups.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { mayMail, spendOrHold } from '../identity/allowance.ts'
import { networkOf } from '../identity/guess-brake.ts'
import { checkedPassword, hashInTurn } from '../identity/password.ts'
import type { Visitor } from '../identity/sessions.ts'
import { enter, type SignInOutcome } from '../identity/sign-in.ts'
import { checkedEmail } from '../identity/users.ts'
import { newId, type WorldAt } from '../world.ts'
import { mailKnownAddress, mailSignUpCode } from './messages.ts'
import { takeNameFor } from './taken-names.ts'

const HOUR = 3600
const MAX_NAME = 100
const CODE_DIGITS = 6
/** As long as no code that somebody types: nothing confirms the sign-up of a known address. */
const NO_CODE_LENGTH = 40

const refuse = (field: string, description: string): never => {
  throw new Failure('invalid_request', description, { details: { field } })
}

const checkedLine = (field: string, label: string, text: string): string => {
  const line = text.trim()
  if (isBlank(line)) refuse(field, `The ${label} is missing`)
  const problem = nameProblem(line, MAX_NAME)
  return problem === null ? line : refuse(field, `The ${label} ${problem}`)
}

export const checkedCompany = (text: string): string => checkedLine('company', 'company’s name', text)

/** Six digits, none likelier than another: a number that would favour some is drawn again. */
export const sixDigits = (randomBytes: WorldAt['randomBytes']): string => {
  const limit = 10 ** CODE_DIGITS
  for (;;) {
    const bytes = randomBytes(4)
    const drawn = new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0)
    if (drawn < 2 ** 32 - (2 ** 32 % limit)) return String(drawn % limit).padStart(CODE_DIGITS, '0')
  }
}

export interface SignUpRequest {
  readonly company: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly visitor: Visitor
  /** The portal's address, for the links of the message. */
  readonly origin: string
}

const spendSignUp = (tx: TenantTx, { address }: Visitor): Promise<void> => {
  const subject = `sign-ups from ${networkOf(address)}`
  const allowance = { subject, times: MAX_SIGN_UPS_PER_NETWORK_AND_HOUR, seconds: HOUR }
  return spendOrHold(tx, allowance, 'Too many sign-ups came from your network')
}

/** What a sign-up is, but its code. */
type Wanted = Pick<SignUpRow, 'company' | 'name' | 'email' | 'password_hash'>

const mayMailCode = (tx: TenantTx, email: string, { address }: Visitor): Promise<boolean> =>
  mayMail(tx, {
    subject: `sign-ups of ${email}`,
    network: networkOf(address),
    isKnownBrowser: false,
    most: MAX_SIGN_UP_MAILS_PER_ADDRESS_AND_HOUR,
  })

interface Sending {
  readonly signUpId: string
  readonly origin: string
  readonly isSent: boolean
}

/** A code of this sign-up, and the mail with it where one is sent. A known address is told so, and no code confirms it. */
const sendCode = async (
  at: WorldAt,
  tx: TenantTx,
  { email, company }: Pick<Wanted, 'email' | 'company'>,
  { signUpId, origin, isSent }: Sending,
): Promise<Pick<SignUpRow, 'code_hash' | 'created_at' | 'expires_at'>> => {
  const isKnown = (await userByEmail(tx, email)) !== undefined
  const code = isKnown || !isSent ? randomText(NO_CODE_LENGTH, at.randomBytes) : sixDigits(at.randomBytes)
  const createdAt = await tx.now()
  const expiresAt = addSeconds(createdAt, SIGN_UP_SECONDS)
  if (isSent) {
    const mail = { email, company: company ?? '', origin, createdAt, expiresAt }
    await (isKnown ? mailKnownAddress(at, tx, mail) : mailSignUpCode(at, tx, { ...mail, code }))
  }
  return { code_hash: secretHash(`${signUpId} ${code}`), created_at: createdAt, expires_at: expiresAt }
}

const writeSignUp = async (
  at: WorldAt,
  tx: TenantTx,
  wanted: Wanted,
  sending: Omit<Sending, 'signUpId'>,
): Promise<string> => {
  const signUpId = newId(at, 'sgn')
  const code = await sendCode(at, tx, wanted, { ...sending, signUpId })
  const asked = { surname: '', provider_id: null, invited_by: null }
  await insertSignUp(tx, { sign_up_id: signUpId, ...wanted, ...asked, ...code })
  return signUpId
}

/**
 * The id under which the code is asked for. Sign-ups of others for the same address stay: anybody can name it, and each
 * has its own code. They end by time, or when one of them is confirmed.
 */
export const askToSignUp = async (at: WorldAt, asked: SignUpRequest): Promise<string> => {
  const company = checkedCompany(asked.company)
  const name = checkedLine('name', 'name', asked.name)
  const email = checkedEmail(asked.email)
  checkedPassword(asked.password)
  await at.write((tx) => spendSignUp(tx, asked.visitor))
  const password_hash = await hashInTurn(
    at,
    { door: 'sign-up of a provider', source: networkOf(asked.visitor.address) },
    asked.password,
  )
  return at.write(async (tx) => {
    const isSent = await mayMailCode(tx, email, asked.visitor)
    return writeSignUp(at, tx, { company, name, email, password_hash }, { ...asked, isSent })
  })
}

/**
 * Another code for a sign-up that waits, with everything that is counted when one begins (threats row 66). It takes the
 * place of the one before; where no mail goes out, that one stays (threats row 312).
 */
export const signUpAgain = async (
  at: WorldAt,
  signUpId: string,
  { visitor, origin }: Pick<SignUpRequest, 'visitor' | 'origin'>,
): Promise<void> => {
  await at.write((tx) => spendSignUp(tx, visitor))
  await at.write(async (tx) => {
    const found = await openSignUp(tx, signUpId)
    if (!found?.company || !(await mayMailCode(tx, found.email, visitor))) return
    await replaceCode(tx, signUpId, await sendCode(at, tx, found, { signUpId, origin, isSent: true }))
  })
}

export interface PendingSignUp {
  readonly email: string
  readonly expiresAt: number
  readonly triesLeft: number
}

/** Null where it is unknown, confirmed or too old. */
export const pendingSignUp = async (at: WorldAt, signUpId: string): Promise<PendingSignUp | null> => {
  const reader = at.read
  const found = await openSignUp(reader, signUpId)
  if (!found?.company) return null
  return { email: found.email, expiresAt: found.expires_at, triesLeft: Math.max(0, MAX_SIGN_UP_TRIES - found.tries) }
}

/** Whether the code belongs to the sign-up whose row the caller has locked. */
export const isCodeOf = ({ sign_up_id, code_hash }: SignUpRow, typed: string): boolean =>
  sameText(code_hash, secretHash(`${sign_up_id} ${typed.replace(/\s/g, '')}`))

/** Makes the account of a confirmed sign-up or invitation; or says why there is none. */
export const makeMember = async (
  tx: TenantTx,
  signUp: SignUpRow,
  member: {
    readonly userId: string
    readonly providerId: string
    readonly isOwner: boolean
    readonly passwordHash: string
  },
): Promise<UserRow | Exclude<InsertedUser, 'inserted'>> => {
  const { email, name, surname } = signUp
  const user = { user_id: member.userId, email, name, surname, role_list: '', password_hash: member.passwordHash }
  const inserted = await insertUser(tx, user)
  if (inserted !== 'inserted') return inserted
  await insertMember(tx, {
    user_id: member.userId,
    provider_id: member.providerId,
    is_owner: member.isOwner ? 1 : 0,
    joined_at: await tx.now(),
  })
  await removeConfirmed(tx, signUp)
  return (await lockUser(tx, member.userId)) ?? 'taken'
}

export interface Confirmation {
  readonly signUpId: string
  readonly code: string
  readonly visitor: Visitor
  readonly requestId: string
  readonly portal: URL
}

export type ConfirmOutcome =
  | Extract<SignInOutcome, { kind: 'signed-in' }>
  | { readonly kind: 'wrong-code' }
  | { readonly kind: 'over' }
  /** The host suspended an account of this address: told to whoever reads its mail. */
  | { readonly kind: 'name-taken' | 'suspended'; readonly typed: Pick<SignUpRequest, 'company' | 'name' | 'email'> }

/** Null where the name is reserved or taken. */
const newProvider = async (at: WorldAt, platform: PlatformTx, name: string, portal: URL): Promise<string | null> => {
  const providerId = newId(at, 'prv')
  if (!(await takeNameFor(platform, { providerId, name, portal }))) return null
  await insertProvider(platform, { provider_id: providerId, name, created_at: await platform.now() })
  return providerId
}

/**
 * A wrong code counts as a try and is committed as one. Whether the company's name can be had is told after the code
 * was right, so that only somebody with a mailbox learns it, a name each time.
 */
export const confirmSignUp = (at: WorldAt, given: Confirmation): Promise<ConfirmOutcome> =>
  at.writeWithPlatform(async (tx, platform) => {
    await lockSignUpsBeside(tx, given.signUpId)
    const signUp = await claimSignUpTry(tx, given.signUpId, MAX_SIGN_UP_TRIES)
    const { company, password_hash: passwordHash } = signUp ?? { company: null, password_hash: null }
    if (!signUp || company === null || passwordHash === null) return { kind: 'over' }
    if (!isCodeOf(signUp, given.code)) return { kind: 'wrong-code' }
    const typed = { company, name: signUp.name, email: signUp.email }
    if ((await suspendedByEmail(tx, signUp.email)) !== undefined) return { kind: 'suspended', typed }
    const providerId = await newProvider(at, platform, company, given.portal)
    if (providerId === null) return { kind: 'name-taken', typed }
    const userId = newId(at, 'usr')
    const user = await makeMember(tx, signUp, { userId, providerId, isOwner: true, passwordHash })
    if (typeof user === 'string') throw new Failure('invalid_request', 'The address has an account: sign in with it')
    const actor: Actor = { kind: 'user', id: userId, address: given.visitor.address, requestId: given.requestId }
    const subject = { kind: 'provider', id: providerId }
    await recordAudit(at, tx, actor, {
      action: 'provider.signed-up',
      subject,
      detail: { company, email: signUp.email },
    })
    return enter(at, tx, { user, visitor: given.visitor, knownDeviceSecret: null, means: 'sign-up' })
  })
