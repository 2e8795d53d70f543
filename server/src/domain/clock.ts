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
  now(): number {
    return Date.now() + this.#offsetMs
  }
  offsetMs(): number {
    return this.#offsetMs
  }
  advanceSeconds(seconds: number): void {
    this.#offsetMs += Math.round(seconds * 1000)
  }
}

export const addSeconds = (timeMs: number, seconds: number): number => timeMs + seconds * 1000
