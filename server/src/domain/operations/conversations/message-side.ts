/** Who talks about a record: two sides, the operator's own and the one that sees the record beside it (data §9.9). */
import type { ActingAs } from '../acting-as.ts'

/** A REPORTER is never named, nor kept with what they wrote. */
export const MESSAGE_SIDES = ['OPERATOR', 'BUYER', 'PROVIDER', 'SAFETY_OFFICE', 'REPORTER'] as const
export type MessageSide = (typeof MESSAGE_SIDES)[number]

/** What a description says of the conversation about its records. */
export interface ConversationRule<F extends string = string> {
  /** The operator's own side, then the other one. */
  readonly sides: readonly [own: MessageSide, other: MessageSide]
  /** The field that is set once the other side sees the record: nobody writes before. */
  readonly since?: F
  /**
   * The field with the time since when the other side reads: whoever was asked in another's place does not read what was
   * written before (threats row 255). All of it where absent.
   */
  readonly readsSince?: F
  /** Why nobody writes where that is not set. */
  readonly unseen?: string
}

const OTHER_SIDES: Readonly<Partial<Record<ActingAs, MessageSide>>> = {
  buyer: 'BUYER',
  provider: 'PROVIDER',
  person: 'REPORTER',
}

/** As whom somebody writes and reads; null where they have no part in it. */
export const sideOf = ({ sides: [own, other] }: ConversationRule, actor: ActingAs): MessageSide | null => {
  if (actor === 'operator' || actor === 'safety-office') return own
  return OTHER_SIDES[actor] === other ? other : null
}

/** Under which name a reader's mark and a writer's messages are kept: a reporter's says nothing of the person. */
export const participantOf = (side: MessageSide, actorKey: string, entityId: string): string =>
  side === 'REPORTER' ? `reporter/${entityId}` : actorKey
