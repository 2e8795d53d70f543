/**
 * Tells the operator's people of a message from outside, in the bell and by mail as they chose. What comes after it is
 * not told until one of them has read: the cause of a notice says how far they had (threats row 284).
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { messageWritten } from '../../../domain/notices/notice-words.ts'
import { MAX_MESSAGE_NOTICES_A_DAY } from '../../../domain/operations/conversations/conversation-limits.ts'
import type { MessageSide } from '../../../domain/operations/conversations/message-side.ts'
import type { AnyDescription } from '../../../domain/records/description.ts'
import { pathOfKind } from '../../../domain/records/kind-path.ts'
import { noticesAbout } from '../../../storage/notices/notices.ts'
import { type Participant, sideHasRead } from '../../../storage/operations/conversations/messages.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { giveNotice, type NoticeRealm } from '../../notices/give-notice.ts'
import type { DeskPrincipal } from '../desk.ts'

interface MessageFacts {
  readonly desk: { readonly principal: Pick<DeskPrincipal, 'applicationName'> }
  /** Who wrote. */
  readonly participant: Participant
  /** The operator's side. */
  readonly own: MessageSide
  readonly record: Readonly<Record<string, unknown>>
  readonly description: AnyDescription
}

/** "charter request R00012" */
const calledIn = ({ description: { noun, calledBy }, record }: MessageFacts): string =>
  `${noun} ${String(record[calledBy[0] ?? ''] ?? '')}`.trim()

/** A writer who writes about many records is told of for the first few of a day; lists count the rest. */
const isTooOften = async (tx: ViewTx, subject: string): Promise<boolean> =>
  (await noticesAbout(tx, subject, (await tx.now()) - DAY_MS)) >= MAX_MESSAGE_NOTICES_A_DAY

export const tellOfMessage = async (tx: ViewTx, place: NoticeRealm, facts: MessageFacts): Promise<void> => {
  const { desk, participant, own, record, description } = facts
  const entityId = String(record[description.id.field])
  const subject = `messages of ${participant.name}`
  if (await isTooOften(tx, subject)) return
  const read = await sideHasRead(tx, entityId, own, { peopleAlone: true })
  const by = participant.side === 'REPORTER' ? 'The reporter' : (desk.principal.applicationName ?? 'Somebody')
  await giveNotice(place, tx, {
    kind: 'MESSAGE',
    cause: `message ${entityId} ${read}`,
    scope: description.read,
    userId: null,
    madeBy: null,
    subject,
    place: `/data/${pathOfKind(description)}?open=${entityId}`,
    words: messageWritten({ by, about: calledIn(facts) }),
  })
}
