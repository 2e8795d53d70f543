/**
 * POST /console/graphql/: the same schema and gate, with the signed-in user as the principal (access-model §7, §10).
 */

import { userScopes } from '../../domain/identity/user-scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import { sessionAtAnswer } from '../../services/rights-at-answer.ts'
import type { ValidityWatch } from '../../services/validity-watch.ts'
import { CONSOLE_GRAPHQL_PATH } from '../answer/page-paths.ts'
import { sessionPrincipal } from '../answer/session-principal.ts'
import type { Doorway } from '../guards/open.ts'
import { sessionRoute } from '../guards/session.ts'
import type { Route } from '../listening/route.ts'
import { answerQuery, refuseAsker } from '../query/query-answer.ts'

/**
 * Queries and mutations both come here, so every request must come from a page of this address. Users' changes are in
 * the audit log; their requests are not counted as usage.
 */
export const consoleQueryRoute = (
  doorway: Doorway,
  queries: QueryService,
  surroundings: Surroundings,
  watch: ValidityWatch,
): Route<Tenant> =>
  sessionRoute(
    doorway,
    {
      method: 'POST',
      path: CONSOLE_GRAPHQL_PATH,
      endpoint: 'console',
      refuse: (exchange, _tenant, error) => refuseAsker(exchange, error),
    },
    ({ exchange, tenant, user }) => {
      const principal = sessionPrincipal(tenant, user, userScopes(user.user.role_list.split(' ')))
      const { requestId, clientAddress: address, lifetime } = exchange
      const asking = { tenant, principal, requestId, address, lifetime, person: user }
      const since = watch.generation
      const context = newContext(surroundings, asking)
      const verifyAgain = () => {
        return sessionAtAnswer(doorway.world, watch, since, { lifetime, tenant, user, needed: context.needed })
      }
      return answerQuery(exchange, queries, context, { verifyAgain })
    },
  )
