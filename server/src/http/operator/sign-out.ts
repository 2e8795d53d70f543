/** POST /sign-out/: this session ends; an authorization that was under way asks somebody else. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signOut } from '../../services/identity/sessions.ts'
import type { World } from '../../services/world.ts'
import { pageRoute, seeOther } from '../answer/page-answer.ts'
import { SIGN_IN_PATH, SIGN_OUT_PATH } from '../answer/page-paths.ts'
import { onward } from '../answer/sign-in-answer.ts'
import type { Route } from '../listening/exchange.ts'
import { endedSessionCookie, sessionSecret } from '../request/cookies.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

export const signOutRoute = (world: World, publicUrl: URL): Route<Tenant> =>
  pageRoute(publicUrl, { method: 'POST', path: SIGN_OUT_PATH, guard: 'session' }, async (exchange, tenant, site) => {
    requireSameOrigin(exchange.req, site.origin)
    const secret = sessionSecret(exchange.req)
    if (secret !== null) await signOut(world, tenant, secret)
    seeOther(exchange, onward(exchange, SIGN_IN_PATH), [endedSessionCookie])
  })
