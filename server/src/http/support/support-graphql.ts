/** POST /console/graphql/ at the support console: support's graph for the member of staff of the session. */
import { Failure } from '../../domain/failure.ts'
import { NO_SCOPES } from '../../domain/scopes.ts'
import { LOGO_FOLDER } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import { sessionAtAnswer } from '../../services/rights-at-answer.ts'
import type { ValidityWatch } from '../../services/validity-watch.ts'
import { applicationLogo } from '../../storage/oauth/applications.ts'
import { CONSOLE_GRAPHQL_PATH } from '../answer/page-paths.ts'
import { sessionPrincipal } from '../answer/session-principal.ts'
import type { Doorway } from '../guards/open.ts'
import { staffRoute } from '../guards/platform.ts'
import { send } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { answerQuery, refuseAsker } from '../query/query-answer.ts'

export const supportRoutes = (
  doorway: Doorway,
  queries: QueryService,
  surroundings: Surroundings,
  watch: ValidityWatch,
): readonly Route<Tenant>[] => [
  staffRoute(
    doorway,
    {
      method: 'POST',
      path: CONSOLE_GRAPHQL_PATH,
      endpoint: 'console',
      refuse: (exchange, _realm, error) => refuseAsker(exchange, error),
    },
    ({ exchange, tenant, user: staff }) => {
      const { requestId, clientAddress: address, lifetime } = exchange
      const principal = sessionPrincipal(tenant, staff, NO_SCOPES)
      const asking = { tenant, principal, requestId, address, lifetime, person: staff }
      const since = watch.generation
      const context = newContext(surroundings, asking)
      const verifyAgain = () => {
        const asked = { lifetime, tenant, user: staff, needed: context.needed }
        return sessionAtAnswer(doorway.world, watch, since, asked)
      }
      return answerQuery(exchange, queries, context, { verifyAgain })
    },
  ),
  staffRoute(doorway, { method: 'GET', path: `${LOGO_FOLDER}*`, endpoint: 'pages' }, async ({ exchange, world }) => {
    const logo = await applicationLogo(world.storage.platform, exchange.path.slice(LOGO_FOLDER.length))
    if (!logo) throw new Failure('not_found', 'There is no such logo')
    send(exchange, 200, { 'content-type': logo.media_type, 'cache-control': 'private, no-cache' }, logo.bytes)
  }),
]
