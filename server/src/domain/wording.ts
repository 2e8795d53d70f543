/**
 * A message in two versions. Changing one record can fail because of another (the flight that holds the slot, a crew
 * member's medical). A caller without the scopes to read that record gets the general sentence; one who holds them
 * gets the full sentence. The graph chooses when it resolves a message.
 */
import { holdsAll, type Scope, type ScopeSet, scopeSet } from './scopes.ts'

export interface Wording {
  readonly general: string
  readonly full: string
  /** The scopes that the full sentence needs, all of them. */
  readonly needs: readonly Scope[]
}

/** A plain string repeats only what the caller sent or may know. */
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

/** The full sentence, for logs and tests. */
export const inFull = (message: Message): string => (typeof message === 'string' ? message : message.full)
