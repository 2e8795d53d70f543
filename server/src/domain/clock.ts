/**
 * Time is an argument. It is asked per tenant, so that a sandbox can later have a clock of its own
 * (access-model §14). All times are milliseconds since the epoch.
 */
export interface Clock {
  now(tenantId?: string): number
  /** How far this clock stands from the machine's: a store whose server keeps the time adds it there too. */
  offsetMs(tenantId?: string): number
}

export const systemClock: Clock = { now: () => Date.now(), offsetMs: () => 0 }

/** A clock that is moved by hand: every rule about minutes, days and slots is tested with it, never by waiting. */
export class MovableClock implements Clock {
  #offsetMs = 0
  #standsAt: number | null = null
  now(): number {
    return this.#standsAt ?? Date.now() + this.#offsetMs
  }
  offsetMs(): number {
    return this.#standsAt === null ? this.#offsetMs : this.#standsAt - Date.now()
  }
  /** For what refills with time: how long the test takes does not matter then. */
  standStill(): void {
    this.#standsAt = this.now()
  }
  moveOn(): void {
    this.#offsetMs = this.offsetMs()
    this.#standsAt = null
  }
  advanceSeconds(seconds: number): void {
    const ms = Math.round(seconds * 1000)
    if (this.#standsAt === null) this.#offsetMs += ms
    else this.#standsAt += ms
  }
}

export const addSeconds = (timeMs: number, seconds: number): number => timeMs + seconds * 1000
