/** POST /console/graphql/ at the developer portal: the portal's graph for the provider's member of the session. */
import { NO_SCOPES } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import { sessionAtAnswer } from '../../services/rights-at-answer.ts'
import type { ValidityWatch } from '../../services/validity-watch.ts'
import { CONSOLE_GRAPHQL_PATH } from '../answer/page-paths.ts'
import { sessionPrincipal } from '../answer/session-principal.ts'
import type { Doorway } from '../guards/open.ts'
import { memberRoute } from '../guards/platform.ts'
import type { Route } from '../listening/route.ts'
import { answerQuery, refuseAsker } from '../query/query-answer.ts'

export const portalQueryRoute = (
  doorway: Doorway,
  queries: QueryService,
  surroundings: Surroundings,
  watch: ValidityWatch,
): Route<Tenant> =>
  memberRoute(
    doorway,
    {
      method: 'POST',
      path: CONSOLE_GRAPHQL_PATH,
      endpoint: 'console',
      refuse: (exchange, _realm, error) => refuseAsker(exchange, error),
    },
    ({ exchange, tenant, user: member }) => {
      const { requestId, clientAddress: address, lifetime } = exchange
      const principal = sessionPrincipal(tenant, member, NO_SCOPES)
      const asking = { tenant, principal, requestId, address, lifetime, person: member }
      const since = watch.generation
      const context = newContext(surroundings, asking)
      const verifyAgain = () => {
        const asked = { lifetime, tenant, user: member, needed: context.needed }
        return sessionAtAnswer(doorway.world, watch, since, asked)
      }
      return answerQuery(exchange, queries, context, { verifyAgain })
    },
  )
