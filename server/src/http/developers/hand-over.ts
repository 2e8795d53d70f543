/** GET /console/hand-over/ in the portal: hands a member over to the provider's own sandbox (portals §1). */
import { Failure } from '../../domain/failure.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { giveHandOver } from '../../services/providers/hand-over.ts'
import { answerAsPage, seeOther, sendProblem, siteOf } from '../answer/page-answer.ts'
import {
  CONSOLE_PATH,
  HAND_OVER_ARRIVAL_PATH,
  HAND_OVER_GIVEN_PATH,
  signInToReach,
  withQuery,
} from '../answer/page-paths.ts'
import type { Doorway } from '../guards/open.ts'
import { memberRoute } from '../guards/platform.ts'
import type { Exchange } from '../listening/exchange.ts'
import { noteFailure } from '../listening/failure-answer.ts'
import type { Route } from '../listening/route.ts'
import { queryParameters } from '../request/query-parameters.ts'

const HOME = { label: 'Go to your applications', href: CONSOLE_PATH }

export const givenHandOverRoute = (doorway: Doorway): Route<Tenant> => {
  const { publicUrl } = doorway
  const refuse = (exchange: Exchange, realm: Tenant, error: unknown): void | Promise<void> => {
    const site = siteOf(publicUrl, realm)
    if (!(error instanceof Failure)) return answerAsPage(exchange, site, () => Promise.reject(error))
    if (error.code === 'not_signed_in')
      return seeOther(exchange, signInToReach(withQuery(exchange.path, exchange.query)))
    const { code } = error
    if (code !== 'not_found' && code !== 'forbidden') return answerAsPage(exchange, site, () => Promise.reject(error))
    noteFailure(exchange, error)
    const operatorId = queryParameters(exchange.query).get('operator') ?? ''
    const problem =
      code === 'forbidden'
        ? ({ kind: 'sandbox-suspended', operatorId } as const)
        : ({ kind: 'not-your-sandbox' } as const)
    sendProblem(exchange, site, problem, { status: code === 'forbidden' ? 403 : 404, code, home: HOME })
  }
  return memberRoute(
    doorway,
    { method: 'GET', path: HAND_OVER_GIVEN_PATH, endpoint: 'pages', refuse },
    async ({ exchange, tenant, user, world }) => {
      try {
        const query = queryParameters(exchange.query)
        const asked = { operatorId: query.get('operator') ?? '', browserHash: query.get('browser') ?? '' }
        const { carried, sandbox } = await giveHandOver(world.at(tenant), user, asked)
        const origin = originOf(publicUrl, sandbox.operatorId, sandbox.environment)
        seeOther(exchange, `${origin}${HAND_OVER_ARRIVAL_PATH}#${carried}`)
      } catch (error) {
        await refuse(exchange, tenant, error)
      }
    },
  )
}
