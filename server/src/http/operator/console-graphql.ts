/** POST /console/graphql/: the same graph and gate, with the signed-in person as the principal (access-model §7, §10). */

import { Failure } from '../../domain/failure.ts'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { newContext, type Surroundings } from '../../graphql/context.ts'
import type { QueryService } from '../../graphql/query-service.ts'
import { type SignedIn, sessionEnd, signedIn } from '../../services/identity/sessions.ts'
import { bucketKeyOf, type Principal } from '../../services/principal.ts'
import type { World } from '../../services/world.ts'
import { siteOf } from '../answer/page-answer.ts'
import { CONSOLE_GRAPHQL_PATH } from '../answer/page-paths.ts'
import { answerQuery } from '../answer/query-answer.ts'
import type { Exchange, Route } from '../listening/exchange.ts'
import { sessionSecret } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

const principalOf = ({ tenantId }: Tenant, { user, session, isAdmin }: SignedIn): Principal => ({
  tenantId,
  actorKey: user.user_id,
  bucketKey: bucketKeyOf(tenantId, user.user_id),
  kind: 'user',
  scopes: userScopes(isAdmin),
  issuedAt: 0,
  expiresAt: sessionEnd(session),
  applicationName: null,
  applicationKind: null,
  isPersonal: false,
  userId: user.user_id,
  aircraftIds: null,
})

const personAt = async (world: World, tenant: Tenant, exchange: Exchange): Promise<SignedIn> => {
  const person = await signedIn(world, tenant, sessionSecret(exchange.req))
  if (!person) throw new Failure('not_signed_in', 'Nobody is signed in at this address: sign in and try again')
  return person
}

/** A query reads and a mutation changes, and both come here: each must come from a page of this address. */
export const consoleQueryRoute = (
  world: World,
  queries: QueryService,
  surroundings: Surroundings,
  publicUrl: URL,
): Route<Tenant> => ({
  method: 'POST',
  path: CONSOLE_GRAPHQL_PATH,
  guard: 'session',
  endpoint: 'console',
  handle: (exchange, tenant) =>
    answerQuery(
      exchange,
      queries,
      async () => {
        requireSameOrigin(exchange.req, siteOf(publicUrl, tenant).origin)
        const person = await personAt(world, tenant, exchange)
        const principal = principalOf(tenant, person)
        return newContext(surroundings, tenant, principal, exchange.requestId, exchange.clientAddress, person)
      },
      // What is counted is the use of applications and keys; what people change is in the audit log.
      () => {},
    ),
})
