/**
 * A lifetime that somebody ends. Every request has one and few end early, so it is lighter than an AbortSignal, whose
 * making, listening and forgetting took several microseconds of each request that writes.
 */
import type { Lifetime } from '../storage/engines/turns/store-use.ts'

export class EndableLifetime implements Lifetime {
  #reason: Error | null = null
  #listeners: Set<() => void> | null = null
  reading: object | null = null
  waitedMs = 0

  get reason(): Error | null {
    return this.#reason
  }

  /** A listener must not throw: those after it would not be called. */
  onOver(listener: () => void): void {
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
  }

  offOver(listener: () => void): void {
    this.#listeners?.delete(listener)
  }

  /** The first reason counts. */
  endBecause(reason: Error): void {
    if (this.#reason !== null) return
    this.#reason = reason
    const listeners = this.#listeners ?? []
    this.#listeners = null
    for (const listener of listeners) listener()
  }
}
