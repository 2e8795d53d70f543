/**
 * How many anonymous reports one person sends in an hour, so that nobody closes this way to all others. Kept in the
 * memory of the process alone: the store must not know who sent one (data §11.2, threats row 367).
 */
import { HOUR_MS } from '../../../domain/interval.ts'

export const MAX_UNSIGNED_AN_HOUR = 5

/** Of each person who sent one within the hour, when. */
const taken = new Map<string, readonly number[]>()

/** False where the person has sent as many as one may. */
export const takeUnsigned = (person: string, now: number): boolean => {
  for (const [of, sent] of taken) if (sent.every((at) => at <= now - HOUR_MS)) taken.delete(of)
  const sent = (taken.get(person) ?? []).filter((at) => at > now - HOUR_MS)
  if (sent.length >= MAX_UNSIGNED_AN_HOUR) return false
  taken.set(person, [...sent, now])
  return true
}
