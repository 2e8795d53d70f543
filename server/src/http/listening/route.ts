/**
 * A route: a method and a path with the guard in front of its handler. The type cannot be written by hand: only the
 * functions of http/guards create one (the architecture test checks that only they import `guardedRoute`), and each
 * passes its handler the principal, client or user that it authenticated. So no route can omit its check.
 */
import type { Endpoint } from '../../domain/error-catalogue.ts'
import type { Exchange } from './exchange.ts'

/** Who is admitted; `open` says why no authentication is needed. A test holds the closed list of routes and guards. */
export type Guard =
  | 'access token'
  | 'client credentials'
  | 'session'
  | 'administrator session'
  | 'member session'
  | 'staff session'
  | `open: ${string}`

export interface RouteFacts {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly endpoint: Endpoint
}

declare const guarded: unique symbol

export interface Route<Door> extends RouteFacts {
  readonly guard: Guard
  readonly handle: (exchange: Exchange, door: Door) => void | Promise<void>
  readonly [guarded]: true
}

/** Only for http/guards. */
export const guardedRoute = <Door>(guard: Guard, facts: RouteFacts, handle: Route<Door>['handle']): Route<Door> =>
  ({ ...facts, guard, handle }) as Route<Door>
