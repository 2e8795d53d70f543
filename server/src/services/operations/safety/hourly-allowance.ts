/**
 * How often one person does in an hour what must not be written down: nobody closes this way to all others, and the
 * store does not learn who came. Kept in the memory of the process alone (data §11.2, threats row 367).
 */
import { HOUR_MS } from '../../../domain/interval.ts'

export class HourlyAllowance {
  readonly most: number
  /** Of each person who came within the hour, when. */
  readonly #taken = new Map<string, readonly number[]>()

  constructor(most: number) {
    this.most = most
  }

  /** False where the person has come as often as one may. */
  take({ tenantId }: { readonly tenantId: string }, userId: string, now: number): boolean {
    for (const [of, times] of this.#taken) if (times.every((at) => at <= now - HOUR_MS)) this.#taken.delete(of)
    const person = `${tenantId} ${userId}`
    const times = (this.#taken.get(person) ?? []).filter((at) => at > now - HOUR_MS)
    if (times.length >= this.most) return false
    this.#taken.set(person, [...times, now])
    return true
  }
}
