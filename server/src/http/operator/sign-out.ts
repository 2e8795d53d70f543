/** POST /sign-out/: ends this session; an authorization in progress continues with the sign-in page. */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signOut } from '../../services/identity/sessions.ts'
import { seeOther } from '../answer/page-answer.ts'
import { SIGN_IN_PATH, SIGN_OUT_PATH } from '../answer/page-paths.ts'
import { onward } from '../answer/sign-in-answer.ts'
import { type Doorway, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'
import { endedSessionCookie, sessionSecret } from '../request/cookies.ts'

export const signOutRoute = (doorway: Doorway): Route<Tenant> =>
  openPage(
    doorway,
    'ends the session of the cookie',
    { method: 'POST', path: SIGN_OUT_PATH },
    async ({ exchange, tenant, world }) => {
      const secret = sessionSecret(exchange.req)
      if (secret !== null) await signOut(world.at(tenant), secret)
      seeOther(exchange, onward(exchange, SIGN_IN_PATH), [endedSessionCookie])
    },
  )
