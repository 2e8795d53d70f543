/**
 * A sentence that speaks of records which its reader may not see. Whoever changes one record meets others: the
 * flight that holds the slot, the papers of the crew. That there is something in the way is told to everyone, what it
 * is only to those who hold the scopes to read it. The graph chooses, where a message is resolved; nobody else does.
 */
import { holdsAll, type Scope, type ScopeSet, scopeSet } from './scopes.ts'

export interface Wording {
  readonly general: string
  readonly full: string
  /** To be told in full, all of them. */
  readonly needs: readonly Scope[]
}

/** A plain sentence says nothing but what its reader sent, or may know anyway. */
export type Message = string | Wording

export const toReaders = (needs: Scope | readonly Scope[], full: string, general: string): Wording => ({
  general,
  full,
  needs: typeof needs === 'string' ? [needs] : needs,
})

export const wordedFor = (held: ScopeSet, message: Message): string => {
  if (typeof message === 'string') return message
  return holdsAll(held, scopeSet(message.needs)) ? message.full : message.general
}

/** For whoever keeps the store, in logs and tests. */
export const inFull = (message: Message): string => (typeof message === 'string' ? message : message.full)
