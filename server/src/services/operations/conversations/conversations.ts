/**
 * Writes messages about a record and keeps how far each reader has read. Whoever sees the record takes part; the record
 * is found with the view of who asks, and locked, so that another's reads as if it did not exist (threats row 285).
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { actingAs } from '../../../domain/operations/acting-as.ts'
import {
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGES_A_DAY,
  MAX_MESSAGES_OF_SIDE,
} from '../../../domain/operations/conversations/conversation-limits.ts'
import {
  type ConversationRule,
  type MessageSide,
  participantOf,
  sideOf,
} from '../../../domain/operations/conversations/message-side.ts'
import { textProblems } from '../../../domain/problem.ts'
import { type RecordEntity, TALKED_ABOUT } from '../../../domain/records/all-records.ts'
import type { AnyDescription } from '../../../domain/records/description.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Versioned } from '../../../domain/versioned.ts'
import { columnName } from '../../../storage/columns.ts'
import {
  type HeardSince,
  insertMessage,
  type Message,
  markRead,
  messageCounts,
  messagesSince,
  type Participant,
  positionOfMessage,
  type Subject,
  sideHasRead,
} from '../../../storage/operations/conversations/messages.ts'
import { lockCount } from '../../../storage/operations/name-lock.ts'
import { STORED_RECORDS } from '../../../storage/operations/stored-records.ts'
import type { RecordKind } from '../../../storage/record-kind.ts'
import { lockRecord, tellConversation } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { NoticeRealm } from '../../notices/give-notice.ts'
import { newId } from '../../world.ts'
import { authorOf, type Desk, type DeskPrincipal } from '../desk.ts'
import { tellOfMessage } from './message-notice.ts'

/** A record with all its fields, whatever its kind. */
type TalkedAbout = Versioned & Readonly<Record<string, unknown>>

const ruleOf = (entity: RecordEntity): ConversationRule & { readonly description: AnyDescription } => {
  const description = TALKED_ABOUT.get(entity)
  if (!description?.conversation) throw new Error(`Nobody talks about ${entity}`)
  return { ...description.conversation, description }
}

/** As whom the principal takes part in the conversations about a kind of record; null where it does not. */
export const participantIn = (
  entity: RecordEntity,
  entityId: string,
  { principal }: Pick<Desk, 'principal'>,
): Participant | null => {
  const side = sideOf(ruleOf(entity), actingAs(principal))
  if (side === null) return null
  return { side, name: participantOf(side, principal.actorKey, entityId), isPerson: principal.kind === 'user' }
}

/** Since when they take part; null where they read all of it: the operator's own side. */
export const heardSince = (entity: RecordEntity, { side }: Pick<Participant, 'side'>): HeardSince | null => {
  const { readsSince, sides, description } = ruleOf(entity)
  if (readsSince === undefined || side === sides[0]) return null
  const { table } = STORED_RECORDS[entity]
  return { table, id: columnName(description.id.field), since: columnName(readsSince) }
}

const requireParticipant = ({ entity, entityId }: Subject, desk: Desk): Participant => {
  const found = participantIn(entity, entityId, desk)
  if (found) return found
  throw userError('NOT_ALLOWED', `The conversation is between ${ruleOf(entity).sides.join(' and ')}`)
}

interface Locked {
  readonly kind: RecordKind<TalkedAbout>
  readonly record: TalkedAbout
}

const lockSubject = async (tx: ViewTx, { entity, entityId }: Subject): Promise<Locked> => {
  const kind = STORED_RECORDS[entity] as unknown as RecordKind<TalkedAbout>
  return { kind, record: await lockRecord(tx, kind, entityId, ['entityId']) }
}

/** What is written before the other side sees the record would be read by it later, against the writer's expectation. */
const refuseUnseen = (
  { since, unseen, description: { noun } }: ReturnType<typeof ruleOf>,
  record: TalkedAbout,
): void => {
  if (since === undefined || record[since] !== null) return
  throw userError('NOT_ALLOWED', unseen ?? `Nobody else sees this ${noun} yet: write once it was sent`, ['entityId'])
}

/** Under the lock of their messages, so that two at once do not both find room (threats row 284). */
const refuseTooMany = async (tx: ViewTx, { name }: Participant, now: number): Promise<void> => {
  if ((await messagesSince(tx, name, now - DAY_MS)) < MAX_MESSAGES_A_DAY) return
  throw userError('LIMIT_EXCEEDED', `${MAX_MESSAGES_A_DAY} messages within 24 hours are the most: wait, or call`)
}

const positionAfter = async (tx: ViewTx, entityId: string, side: MessageSide): Promise<number> => {
  const { last, ofSide } = await messageCounts(tx, entityId, side)
  if (ofSide < MAX_MESSAGES_OF_SIDE) return last + 1
  throw userError('LIMIT_EXCEEDED', `Each side writes at most ${MAX_MESSAGES_OF_SIDE} messages about one record`)
}

export interface Sending extends Subject {
  readonly text: string
}

/** As whoever the principal is. */
export const sendMessage = async (
  tx: ViewTx,
  desk: Desk,
  place: NoticeRealm,
  sending: Sending,
): Promise<{ readonly message: Message }> =>
  writeMessage(tx, desk, place, { ...sending, participant: requireParticipant(sending, desk) })

/** Who writes, and the randomness for the id of what is written. */
export interface MessageDesk extends Pick<Desk, 'world'> {
  readonly principal: Pick<DeskPrincipal, 'kind' | 'clientId' | 'actorKey' | 'applicationName'>
}

export const refuseMessageText = (text: string): void =>
  refuseProblems(textProblems(['text'], text, { most: MAX_MESSAGE_LENGTH, severalLines: true, required: true }), [])

/** Whoever writes has read what stands above. The record is found with the view of the transaction. */
export const writeMessage = async (
  tx: ViewTx,
  desk: MessageDesk,
  place: NoticeRealm,
  { text, participant, ...conversation }: Sending & { readonly participant: Participant },
): Promise<{ readonly message: Message }> => {
  const { entity, entityId } = conversation
  refuseMessageText(text)
  const { side } = participant
  await lockCount(tx, 'message', participant.name)
  const { kind, record } = await lockSubject(tx, conversation)
  const at = await tx.now()
  await refuseTooMany(tx, participant, at)
  const rule = ruleOf(entity)
  refuseUnseen(rule, record)
  const position = await positionAfter(tx, entityId, side)
  const author = side === 'REPORTER' ? null : authorOf(desk)
  const message = { messageId: newId(desk.world, 'cvm'), position, side, author, text, at }
  await insertMessage(tx, conversation, participant, message)
  const [own] = rule.sides
  if (side !== own) await tellOfMessage(tx, place, { desk, participant, own, record, description: rule.description })
  await markRead(tx, entityId, participant, position)
  tellConversation(tx, kind, record)
  return { message }
}

export interface Reading extends Subject {
  readonly messageId: string
}

/** Marks everything up to a message as read by who asks. The feed is told when their side has read further. */
export const readConversation = async (
  tx: ViewTx,
  desk: Desk,
  { messageId, ...conversation }: Reading,
): Promise<{ readonly conversation: Subject }> => {
  const { entityId } = conversation
  const participant = requireParticipant(conversation, desk)
  const { kind, record } = await lockSubject(tx, conversation)
  const since = heardSince(conversation.entity, participant)
  const position = await positionOfMessage(tx, entityId, messageId, since)
  if (position === undefined) {
    throw userError('NOT_FOUND', 'There is no such message in this conversation', ['messageId'])
  }
  const before = await sideHasRead(tx, entityId, participant.side, { peopleAlone: false })
  await markRead(tx, entityId, participant, position)
  if (position > before) tellConversation(tx, kind, record)
  return { conversation }
}
