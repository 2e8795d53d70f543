/** Sends the explorer's document with what it must know written into it. */
import { Failure } from '../../domain/failure.ts'
import { html } from '../../pages/html.ts'
import { explorerPageHeaders } from '../../pages/security-headers.ts'
import { type Exchange, send } from '../listening/exchange.ts'
import { type BuiltConsole, NOT_BUILT } from './built-console.ts'

/** The operator that the explorer queries, the signed-in user, and in the portal the provider. */
export interface ExplorerFacts {
  readonly operatorName: string
  readonly host: string
  readonly environment: 'production' | 'sandbox'
  readonly isSignedIn: boolean
  readonly isAdmin: boolean
  /** Null at an operator's own address. */
  readonly providerName: string | null
}

const FACTS_PLACE = '__EXPLORER_FACTS__'

export const sendExplorer = (exchange: Exchange, built: BuiltConsole | null, facts: ExplorerFacts): void => {
  if (!built?.explorerPage) throw new Failure('not_found', NOT_BUILT)
  const headers = { 'content-type': 'text/html; charset=utf-8', ...explorerPageHeaders() }
  const written = html`${JSON.stringify(facts)}`.toString()
  // A function, because a name may hold what `replace` takes for a pattern.
  const page = built.explorerPage.replace(FACTS_PLACE, () => written)
  send(exchange, 200, headers, page)
}
