/** The demo application's own pages, on the bare host: start a walk, and show its result; and its logos. */

import { Failure } from '../../domain/failure.ts'
import { LOGO_FOLDER, originOf } from '../../domain/tenancy/address.ts'
import { seeOther, sendPage } from '../../http/answer/page-answer.ts'
import { openRoute } from '../../http/guards/open.ts'
import { type Exchange, send } from '../../http/listening/exchange.ts'
import type { Route } from '../../http/listening/route.ts'
import { pageForm } from '../../http/request/forms/page-form.ts'
import { queryParameters } from '../../http/request/query-parameters.ts'
import { requireSameOrigin } from '../../http/request/same-origin.ts'
import { forStranger, type World } from '../../services/world.ts'
import { applicationLogo } from '../../storage/oauth/applications.ts'
import { type DemoAction, demoCallbackPage } from './demo-callback-page.ts'
import { DEMO_CALLBACK_PATH, DEMO_START_PATH, type DemoApplication } from './demo-show.ts'
import type { DemoWalk, DemoWalks } from './demo-walks.ts'

export const startHref = (clientId: string, operatorId: string, environment: string): string =>
  `${DEMO_START_PATH}?${new URLSearchParams({ application: clientId, operator: operatorId, environment })}`

/** As pages on the bare host show it. */
export const shownApplication = ({ name, clientId }: DemoApplication) => ({ name, logo: `${LOGO_FOLDER}${clientId}` })

/** The logos of the demo's applications alone: whose else is registered is not told here. */
export const demoLogoRoute = (world: World, applications: readonly DemoApplication[]): Route<void> =>
  openRoute('demo', { method: 'GET', path: `${LOGO_FOLDER}*`, endpoint: 'pages' }, async (exchange) => {
    const wanted = exchange.path.slice(LOGO_FOLDER.length)
    const isOfDemo = applications.some(({ clientId }) => clientId === wanted)
    const { platform } = forStranger(world, exchange.lifetime).storage
    const logo = isOfDemo ? await applicationLogo(platform, wanted) : undefined
    if (!logo) throw new Failure('not_found', 'There is no such logo')
    send(exchange, 200, { 'content-type': logo.media_type, 'cache-control': 'public, max-age=300' }, logo.bytes)
  })

const actionsOf = (walk: DemoWalk): readonly DemoAction[] => {
  if (walk.isRevoked) return ['query']
  if (walk.tokens) return ['query', 'refresh', 'revoke']
  return walk.returned.some(({ name }) => name === 'code') && walk.exchange === null ? ['exchange'] : []
}

const sendWalk = (exchange: Exchange, publicUrl: URL, walk: DemoWalk): void => {
  const actions = actionsOf(walk)
  const state = walk.returned.find(({ name }) => name === 'state')?.value
  const page = demoCallbackPage({
    host: publicUrl.host,
    application: shownApplication(walk.application),
    operatorName: walk.tenant.operatorName,
    environment: walk.tenant.environment,
    returned: walk.returned,
    stateMatches: state === undefined ? null : state === walk.state,
    exchange: walk.exchange,
    query: walk.query,
    later: walk.later,
    isRevoked: walk.isRevoked,
    notice: null,
    form: actions.length === 0 ? null : { action: DEMO_CALLBACK_PATH, fields: { walk: walk.state } },
    actions,
    consoleHref: `${originOf(publicUrl, walk.tenant.operatorId, walk.tenant.environment)}/console/`,
    againHref: startHref(walk.application.clientId, walk.tenant.operatorId, walk.tenant.environment),
  })
  sendPage(exchange, page, { conduct: 'shows-code' })
}

const unknownWalk = (): never => {
  throw new Failure('not_found', 'This walk is over: start again from the landing page')
}

export const demoApplicationRoutes = (walks: DemoWalks, publicUrl: URL): readonly Route<void>[] => [
  openRoute('demo', { method: 'GET', path: DEMO_START_PATH, endpoint: 'pages' }, (exchange) => {
    const query = queryParameters(exchange.query)
    const link = walks.start(
      query.get('application') ?? null,
      query.get('operator') ?? null,
      query.get('environment') ?? null,
    )
    seeOther(exchange, link ?? unknownWalk())
  }),
  openRoute('demo', { method: 'GET', path: DEMO_CALLBACK_PATH, endpoint: 'pages' }, (exchange) => {
    const query = queryParameters(exchange.query)
    const walk = walks.find(query.get('state') ?? null) ?? unknownWalk()
    if (walk.returned.length === 0) walk.returned = [...query].map(([name, value]) => ({ name, value }))
    sendWalk(exchange, publicUrl, walk)
  }),
  openRoute('demo', { method: 'POST', path: DEMO_CALLBACK_PATH, endpoint: 'pages' }, async (exchange) => {
    // The page sends no usable Origin, because its URL contains an authorization code.
    if (exchange.req.headers['sec-fetch-site'] !== undefined) requireSameOrigin(exchange.req, publicUrl.origin)
    const fields = await pageForm(exchange)
    const walk = walks.find(fields.get('walk') ?? null) ?? unknownWalk()
    const action = actionsOf(walk).find((candidate) => candidate === fields.get('action'))
    if (action) await walks.act(walk, action)
    sendWalk(exchange, publicUrl, walk)
  }),
]
