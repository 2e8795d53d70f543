/** Redirects back to the application at the end of an authorization. */
import { redirectLocation } from '../../domain/oauth/redirect-uri.ts'
import type { Exchange } from '../listening/exchange.ts'
import { type Site, seeOther } from './page-answer.ts'

/** RFC 6749 §4.1.2.1 and RFC 9207: errors and codes carry `iss` and, if it was sent, `state`. */
export const sendBack = (
  exchange: Exchange,
  site: Site,
  destination: { readonly redirectUri: string; readonly rawState: string | null },
  parameters: Readonly<Record<string, string>>,
): void => {
  const answer = { parameters: { ...parameters, iss: site.origin }, rawState: destination.rawState }
  seeOther(exchange, redirectLocation(destination.redirectUri, answer))
}
