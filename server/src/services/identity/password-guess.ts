/**
 * A password that somebody types, noted as a failed guess before it waits for its turn: who holds a place where
 * passwords are hashed awaits no store (threats row 463). Where nobody looked at it, because there was no room or the
 * request ended, it was no guess (threats row 465).
 */
import type { WorldAt } from '../world.ts'
import type { Comer } from './fair-queue.ts'
import { type Guesser, type NotedGuess, noteGuess, takeBackGuess } from './guess-brake.ts'
import { type CheckedPassword, checkInTurn, passwordQueue } from './password.ts'

interface TypedPassword {
  readonly guesser: Guesser
  readonly comer: Pick<Comer, 'door' | 'source'>
  readonly email: string
  readonly password: string
  /** Null for nobody. */
  readonly hashed: string | null
}

/** The one that is known by a session or a browser, whatever they come with: nobody takes room with many of these. */
export const personAt = (realmId: string, email: string): string => `person ${realmId} ${email}`

export const guessPassword = async (
  at: WorldAt,
  { guesser, comer: { door, source }, email, password, hashed }: TypedPassword,
): Promise<
  (CheckedPassword & { readonly noted: NotedGuess }) | { readonly wait: number; readonly isAmongMany: boolean }
> => {
  const { tenantId: realmId, lifetime } = at
  const comer = { door, source, realmId, lifetime, account: personAt(realmId, email) }
  // Nothing is written for who would be refused anyway.
  passwordQueue.requireRoom(comer)
  const noted = await at.write((tx) => noteGuess(tx, guesser))
  if ('wait' in noted) return noted
  try {
    return { ...(await checkInTurn(at, comer, password, hashed)), noted }
  } catch (failure) {
    // Nobody waits for this: it may take as long as what the operator writes. Where it fails the guess counts.
    void at.outliving.write((tx) => takeBackGuess(tx, noted)).catch(() => {})
    throw failure
  }
}
