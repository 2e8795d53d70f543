/** POST /consent/: the decision on a consent request of this session, once (access-model §4). */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { decide } from '../../services/oauth/consent.ts'
import type { World } from '../../services/world.ts'
import { sendProblem } from '../answer/page-answer.ts'
import { CONSENT_PATH } from '../answer/page-paths.ts'
import { sendBack } from '../answer/redirect-back.ts'
import { sessionPage } from '../guards/session.ts'
import type { Route } from '../listening/route.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { actorOf } from '../request/session-actor.ts'

export const consentRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  sessionPage(
    { world, publicUrl },
    { method: 'POST', path: CONSENT_PATH, whenSignedOut: 'stale-form' },
    async ({ exchange, tenant, site, user, world: usersWorld }) => {
      const fields = await pageForm(exchange)
      const allow = fields.get('decision') === 'allow'
      const asked = { consentRequestId: fields.get('request') ?? '', allow }
      const decision = await decide(usersWorld.at(tenant), user, asked, actorOf(exchange, user))
      if (decision.kind === 'no-such-request') {
        return sendProblem(exchange, site, { kind: 'stale-form' }, { status: 403, code: 'forbidden' })
      }
      if (decision.kind === 'closed')
        return sendProblem(exchange, site, decision.why, { status: 403, code: 'unauthorized_client' })
      if (decision.kind === 'may-not-grant') {
        return sendProblem(exchange, site, { kind: 'forbidden' }, { status: 403, code: 'access_denied' })
      }
      const { redirect_uri: redirectUri, raw_state: rawState } = decision.request
      const answer =
        decision.kind === 'allowed'
          ? { code: decision.code }
          : { error: 'access_denied', error_description: 'The user did not allow the connection' }
      sendBack(exchange, site, { redirectUri, rawState }, answer)
    },
  )
