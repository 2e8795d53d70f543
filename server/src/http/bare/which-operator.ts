/**
 * GET /oauth2/code/authorize/ on the bare host: "Which operator do you work for?" (events §5), for applications that
 * cannot know. Client and redirect URI are checked first, as at an operator's address; then the person types the
 * identifier and goes on there with the query as it came. Nothing is listed or suggested but what this browser chose.
 */
import { statusOf } from '../../domain/error-catalogue.ts'
import { Failure } from '../../domain/failure.ts'
import { redirectLocation } from '../../domain/oauth/redirect-uri.ts'
import { bareOriginOf, operatorIn, originOf } from '../../domain/tenancy/address.ts'
import { type Environment, operatorIdProblem } from '../../domain/tenancy/tenant.ts'
import { errorPage, type Problem } from '../../pages/error-page.ts'
import { type WhichOperatorProblem, whichOperatorPage } from '../../pages/oauth/which-operator.ts'
import { AuthorizationQuery, LongQuery } from '../../services/oauth/authorization-query.ts'
import { knownClient, ShownError, whyClosed } from '../../services/oauth/authorize.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import type { TenantDirectory } from '../../services/tenancy/tenant-directory.ts'
import { LONG_QUERY, seeOther, sendPage } from '../answer/page-answer.ts'
import { AUTHORIZE_PATH, WHICH_OPERATOR_PATH } from '../answer/page-paths.ts'
import { openRoute } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { chosenOperators, chosenOperatorsCookie } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

export interface BareHost {
  readonly clients: Clients
  readonly tenants: TenantDirectory
  readonly publicUrl: URL
  readonly environment: Environment
}

const MAX_REMEMBERED = 3
const MAX_TYPED = 300
/** A query as a browser sends it; anything else could not stand in the address that the form leads to. */
const QUERY_OCTETS = /^[\x21-\x7e]*$/

/** RFC 6749 §4.1.2.1. Without `iss`: no operator was chosen, so none answers (ADR 202). */
const NOT_CHOSEN = { error: 'access_denied', error_description: 'The user chose no operator' }

/** Cookies can be written by anybody who holds the browser: only identifiers count. */
const rememberedIn = (exchange: Exchange): string[] =>
  chosenOperators(exchange.req)
    .split('.')
    .filter((id) => operatorIdProblem(id) === null)
    .slice(0, MAX_REMEMBERED)

export const whichOperatorRoutes = (host: BareHost): readonly Route<void>[] => {
  const { clients, tenants, publicUrl, environment } = host
  const origin = bareOriginOf(publicUrl, environment)
  // Whoever asks here may be led on to sandboxes, whose address judges again.
  const place = { environment: 'sandbox', publicUrl } as const
  const shownHost = origin.slice(origin.indexOf('//') + 2)

  const refuse = (exchange: Exchange, problem: Problem, { status, code }: { status: number; code: string }): void => {
    const developer = { code, requestId: exchange.requestId, atMs: Date.now() }
    sendPage(exchange, errorPage({ place: null, host: shownHost, problem, developer, home: null }), { status })
  }

  const ask = async (exchange: Exchange, rawQuery: string, wrong: WhichOperatorProblem | null): Promise<void> => {
    const query = new AuthorizationQuery(rawQuery)
    const { application, redirectUri } = await knownClient(clients, query, place)
    const closed = whyClosed(application, { environment })
    // It may work in sandboxes only: the same question there.
    if (closed?.kind === 'not-in-production') {
      return seeOther(exchange, `${bareOriginOf(publicUrl, 'sandbox')}${AUTHORIZE_PATH}?${rawQuery}`)
    }
    if (closed) throw new ShownError(closed)
    const { name, kind, website } = application
    const page = whichOperatorPage({
      host: shownHost,
      environment,
      application: { name, kind, website, logo: null },
      backHref: redirectLocation(redirectUri, { parameters: NOT_CHOSEN, rawState: query.rawState }),
      form: { action: WHICH_OPERATOR_PATH, fields: { query: rawQuery } },
      remembered: rememberedIn(exchange),
      wrong,
    })
    sendPage(exchange, page, { conduct: 'leads-away', ...(wrong === null ? {} : { status: 400 }) })
  }

  const leadToOperator = async (exchange: Exchange): Promise<void> => {
    requireSameOrigin(exchange.req, origin)
    const fields = await pageForm(exchange)
    const rawQuery = fields.get('query') ?? ''
    if (!QUERY_OCTETS.test(rawQuery))
      throw new Failure('invalid_request', 'The form holds no query of an authorization')
    const forgotten = fields.get('forget')
    if (forgotten !== undefined) {
      const kept = rememberedIn(exchange).filter((id) => id !== forgotten)
      return seeOther(exchange, `${origin}${AUTHORIZE_PATH}?${rawQuery}`, [chosenOperatorsCookie(kept)])
    }
    const typed = (fields.get('operator') ?? '').slice(0, MAX_TYPED)
    const operatorId = operatorIn(typed, publicUrl.hostname)
    if (operatorId === null) return ask(exchange, rawQuery, { kind: 'no-identifier', typed })
    if (!(await tenants.find(operatorId, environment))) {
      return ask(exchange, rawQuery, { kind: 'unknown', typed: operatorId })
    }
    // The form's query is as untrusted as the link was: it only leads to an address of ours, which checks it again.
    await knownClient(clients, new AuthorizationQuery(rawQuery), place)
    const chosen = [operatorId, ...rememberedIn(exchange).filter((id) => id !== operatorId)].slice(0, MAX_REMEMBERED)
    const target = `${originOf(publicUrl, operatorId, environment)}${AUTHORIZE_PATH}?${rawQuery}`
    seeOther(exchange, target, [chosenOperatorsCookie(chosen)])
  }

  const shown = async (exchange: Exchange, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (error instanceof ShownError) {
        return refuse(exchange, error.problem, { status: 400, code: 'invalid authorization request' })
      }
      if (!(error instanceof Failure) || error.code === 'temporarily_unavailable') throw error
      noteFailure(exchange, error)
      const problem = error instanceof LongQuery ? LONG_QUERY : ({ kind: 'stale-form' } as const)
      refuse(exchange, problem, { status: statusOf(error.code, 'pages'), code: error.code })
    }
  }

  return [
    openRoute(
      'checks the client, then asks for the operator',
      { method: 'GET', path: AUTHORIZE_PATH, endpoint: 'authorize' },
      (exchange) => shown(exchange, () => ask(exchange, exchange.query, null)),
    ),
    openRoute(
      'leads to an operator’s own address',
      { method: 'POST', path: WHICH_OPERATOR_PATH, endpoint: 'pages' },
      (exchange) => shown(exchange, () => leadToOperator(exchange)),
    ),
  ]
}
