/**
 * A route: a method and a path with the guard in front of its handler. The type cannot be written by hand: only the
 * functions of http/guards make one (the architecture test checks that they alone import `guardedRoute`), and each of
 * them hands its handler the principal, client or user that it let in. So no route can forget its check.
 */
import type { Endpoint } from '../../domain/error-catalogue.ts'
import type { Exchange } from './exchange.ts'

/** Who may pass; `open` says why nobody is asked. The closed list of routes with their guards is a test. */
export type Guard =
  | 'access token'
  | 'client credentials'
  | 'session'
  | 'administrator session'
  | 'member session'
  | 'staff session'
  | `open: ${string}`

export interface RouteFacts {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly endpoint: Endpoint
}

declare const guarded: unique symbol

export interface Route<Door> extends RouteFacts {
  readonly guard: Guard
  readonly handle: (exchange: Exchange, door: Door) => void | Promise<void>
  readonly [guarded]: true
}

/** For http/guards alone. */
export const guardedRoute = <Door>(guard: Guard, facts: RouteFacts, handle: Route<Door>['handle']): Route<Door> =>
  ({ ...facts, guard, handle }) as Route<Door>
