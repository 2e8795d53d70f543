/** The usage pattern of an application or key of the demo: which operations, how often, with how many tokens. */

import type { EntityKind } from '../../domain/entity-kind.ts'
import { DAY_MS } from '../../domain/interval.ts'
import { ACCESS_TOKEN_TTL_SECONDS, MAX_ACTIVE_ACCESS_TOKENS } from '../../domain/limits.ts'
import type { Scope } from '../../domain/scopes.ts'
import { Seeded } from './seeded.ts'

export interface PlannedOperation {
  readonly name: string
  /** Share of all requests. */
  readonly share: number
  readonly scopes: readonly Scope[]
  /** Average number of records of each kind in one response. */
  readonly read?: Partial<Record<EntityKind, number>>
  readonly written?: Partial<Record<EntityKind, number>>
}

export interface UsePlan {
  /** In a busy hour. */
  readonly requestsPerHour: number
  /** Requests per token: few if a client requests a new token for almost every call. */
  readonly requestsPerToken: number
  readonly busyness: Busyness
  readonly operations: readonly PlannedOperation[]
  /** An operation that it sometimes tries without having the scope. */
  readonly refused: { readonly name: string; readonly lacks: Scope; readonly share: number }
  /** On an ordinary day; on a bad one it is ten times as high. */
  readonly failedShare: number
  readonly badDays: number
}

/** Why it is refused, as a real request would be told. */
export const reasonOf = ({ refused }: UsePlan): string => `The token lacks ${refused.lacks}`

/** How one application or key uses the API; the seed makes the same history each time. */
export interface PlannedUse {
  readonly actor: string
  readonly plan: UsePlan
  readonly seed: string
}

/** How busy each hour of the day is, in UTC. */
export type Busyness = (hour: number) => number

/** The working day of a European operator. */
export const WORKING_DAY: Busyness = (hour) => (hour < 4 || hour > 21 ? 0.1 : hour < 7 || hour > 17 ? 0.5 : 1)
/** A machine that works around the clock. */
export const ALWAYS: Busyness = () => 1
/** One run, early in the morning. */
export const EVERY_MORNING: Busyness = (hour) => (hour === 4 ? 1 : 0)

const weekday = ({ busyness }: UsePlan, at: number): number =>
  busyness === WORKING_DAY && new Date(at).getUTCDay() % 6 === 0 ? 0.55 : 1

/** Requests in the hour of this moment, before randomness. */
export const requestsAround = (plan: UsePlan, at: number): number =>
  plan.requestsPerHour * plan.busyness(new Date(at).getUTCHours()) * weekday(plan, at)

/** How many tokens would be active at once, without a cap, at this number per hour. */
export const activeTokens = (tokensPerHour: number): number =>
  Math.ceil((tokensPerHour * ACCESS_TOKEN_TTL_SECONDS) / 3600)

/** Why requests of the demo were not answered. */
export const CODES = {
  refused: 'INSUFFICIENT_SCOPE',
  throttled: 'TOO_MANY_ACTIVE_TOKENS',
  failed: 'TEMPORARILY_UNAVAILABLE',
} as const

export const MAX_TOKENS = MAX_ACTIVE_ACCESS_TOKENS

/** The share that fails on the day of this moment; deterministic. */
export const failedShare = (plan: UsePlan, seed: string, at: number): number => {
  const isBad = new Seeded(`${seed}/day/${Math.floor(at / DAY_MS)}`).chance(plan.badDays)
  return plan.failedShare * (isBad ? 10 : 1)
}
