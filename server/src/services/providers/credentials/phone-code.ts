/**
 * Codes by SMS to the phone number of an application: six digits, ten minutes, five tries, five sends an hour per number
 * and per application, twenty per provider. A code is bound to application, purpose and session; a new one voids the old
 * (portals §3). Strangers who name somebody's number cannot use up what its owner is sent (ADR 75, ADR 286).
 */
import { addSeconds } from '../../../domain/clock.ts'
import {
  MAX_PHONE_CODE_TRIES,
  MAX_PHONE_CODES_BY_STRANGERS_PER_NUMBER_AND_HOUR,
  MAX_PHONE_CODES_PER_HOUR,
  MAX_PHONE_CODES_PER_PROVIDER_AND_HOUR,
  MAX_PHONE_CODES_TO_STRANGERS_PER_NETWORK_AND_HOUR,
  PHONE_CODE_SECONDS,
} from '../../../domain/limits.ts'
import { sameText, secretHash } from '../../../domain/secret.ts'
import { nameInMail } from '../../../domain/shown-text.ts'
import { userError } from '../../../domain/user-error.ts'
import type { TenantReader, TenantTx } from '../../../storage/handles.ts'
import type { ApplicationRow } from '../../../storage/oauth/applications.ts'
import { insertMessage, messageState } from '../../../storage/outbox.ts'
import {
  claimPhoneTry,
  openPhoneCode,
  type PhonePurpose,
  replacePhoneCode,
} from '../../../storage/providers/phone-codes.ts'
import { spendOrRefuse } from '../../identity/allowance.ts'
import { customerNetworkOf } from '../../identity/guess-brake.ts'
import { momentOf } from '../../identity/messages.ts'
import { newId, type Randomness } from '../../world.ts'
import { sixDigits } from '../sign-up.ts'

const HOUR = 3600

const WORDS: Readonly<Record<PhonePurpose, string>> = {
  secret: 'to make a client secret of',
  'old-number': 'to move to another phone number, for',
  'new-number': 'to confirm this phone number for',
}

/**
 * The provider's is taken first: two changes of one provider then never wait for each other's numbers. What all who
 * name a number have together comes last, and of it each provider and each network has its own few.
 */
const spendSend = async (
  tx: TenantTx,
  { client_id: clientId, provider_id: providerId, ...application }: ApplicationRow,
  { phoneNumber, address }: Pick<CodeRequest, 'phoneNumber' | 'address'>,
): Promise<void> => {
  const spend = (subject: string, times: number, whose: string) =>
    spendOrRefuse(
      tx,
      { subject: `phone codes ${subject}`, times, seconds: HOUR },
      `At most ${times} codes an hour are sent ${whose}`,
    )
  await spend(`for ${providerId}`, MAX_PHONE_CODES_PER_PROVIDER_AND_HOUR, 'for one provider')
  await spend(`of ${clientId}`, MAX_PHONE_CODES_PER_HOUR, 'for one application')
  const isConfirmed = application.phone_number === phoneNumber && application.phone_confirmed_at !== null
  await spend(`to ${phoneNumber} by ${providerId}`, MAX_PHONE_CODES_PER_HOUR, 'to one number')
  if (isConfirmed) return
  const network = `network ${customerNetworkOf(address ?? 'unknown')}`
  const others = 'to numbers that no code has confirmed'
  await spend(`from ${network}`, MAX_PHONE_CODES_TO_STRANGERS_PER_NETWORK_AND_HOUR, `from one network ${others}`)
  await spend(`to ${phoneNumber} from ${network}`, MAX_PHONE_CODES_PER_HOUR, 'from one network to one number')
  await spend(`to ${phoneNumber}`, MAX_PHONE_CODES_BY_STRANGERS_PER_NUMBER_AND_HOUR, 'to one number')
}

export interface CodeRequest {
  readonly purpose: PhonePurpose
  readonly phoneNumber: string
  /** The hash of the session that asks. */
  readonly session: string
  /** From where it asks. */
  readonly address: string | null
}

/** What a code is bound to. */
type BoundTo = Pick<CodeRequest, 'purpose' | 'session'>

const hashOf = (clientId: string, { purpose, session }: BoundTo, code: string): string =>
  secretHash(`${clientId} ${purpose} ${session} ${code}`)

/** The caller holds the application's lock. */
export const sendPhoneCode = async (
  world: Randomness,
  tx: TenantTx,
  application: ApplicationRow,
  request: CodeRequest,
): Promise<void> => {
  const { client_id: clientId, name } = application
  const { purpose, phoneNumber, session } = request
  await spendSend(tx, application, request)
  const code = sixDigits(world.randomBytes)
  const messageId = newId(world, 'msg')
  const createdAt = await tx.now()
  const expiresAt = addSeconds(createdAt, PHONE_CODE_SECONDS)
  const body = `${code} is your Airside code ${WORDS[purpose]} ${nameInMail(name)}. It works until ${momentOf(expiresAt)}. Tell it to nobody.`
  const times = { created_at: createdAt, expires_at: expiresAt }
  await insertMessage(tx, { message_id: messageId, recipient: phoneNumber, subject: 'SMS', body, ...times }, 'sms')
  await replacePhoneCode(tx, {
    client_id: clientId,
    purpose,
    session_hash: session,
    phone_number: phoneNumber,
    code_hash: hashOf(clientId, request, code),
    message_id: messageId,
    ...times,
  })
}

export type CodeVerdict = { readonly phoneNumber: string } | 'wrong' | 'over'

/**
 * Judges a code. Every try counts, whatever is wrong with it: the caller commits it also where the verdict is a
 * refusal, and removes a code that was right with what it allowed. A code that was sent to a number which is not the
 * application's any more is over, however the number changed.
 */
export const judgePhoneCode = async (
  tx: TenantTx,
  { client_id: clientId, phone_number: current }: ApplicationRow,
  request: BoundTo,
  typed: string,
): Promise<CodeVerdict> => {
  const { purpose } = request
  const row = await claimPhoneTry(tx, clientId, purpose, MAX_PHONE_CODE_TRIES)
  if (!row || (purpose !== 'new-number' && row.phone_number !== current)) return 'over'
  const isRight = sameText(row.code_hash, hashOf(clientId, request, typed.replace(/\s/g, '')))
  if (!isRight || row.session_hash !== request.session) return 'wrong'
  return { phoneNumber: row.phone_number }
}

/** The refusal of a code: wrong, or used up. */
export const refusedCode = (verdict: 'wrong' | 'over', path: string) =>
  verdict === 'over'
    ? userError('VALIDATION', 'No code is open: it was used, is too old, or was mistyped too often. Ask for another', [
        path,
      ])
    : userError('VALIDATION', 'Not this code: type the latest one, in the session that asked for it', [path])

export interface SentCode {
  readonly phoneNumber: string
  readonly sentAt: number
  readonly expiresAt: number
  readonly triesLeft: number
  /** Whether the message left: on its way, taken by the gateway, or refused by it and tried again. */
  readonly delivery: 'waiting' | 'sent' | 'failing'
}

/** The open code of this session; null where there is none. */
export const sentCode = async (
  reader: TenantReader,
  clientId: string,
  { purpose, session }: BoundTo,
  now: number,
): Promise<SentCode | null> => {
  const row = await openPhoneCode(reader, clientId, purpose, now)
  if (row?.session_hash !== session) return null
  const state = await messageState(reader, row.message_id)
  const isTried = (state?.tries ?? 0) > 0
  return {
    phoneNumber: row.phone_number,
    sentAt: row.created_at,
    expiresAt: row.expires_at,
    triesLeft: Math.max(0, MAX_PHONE_CODE_TRIES - row.tries),
    delivery: state?.sent_at != null ? 'sent' : isTried ? 'failing' : 'waiting',
  }
}
