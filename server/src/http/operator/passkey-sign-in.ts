/**
 * POST /sign-in/passkey/: the form that the script submits after a passkey was used. It leads where a password sign-in
 * leads.
 */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signInWithPasskey } from '../../services/identity/passkeys/passkey-sign-in.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { SIGN_IN_PASSKEY_PATH } from '../answer/page-paths.ts'
import { askingApplication, enter, sendSignIn, visitorOf } from '../answer/sign-in-answer.ts'
import { type Doorway, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'
import { deviceSecret, passkeySecret, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'

export const passkeySignInRoute = (doorway: Doorway, clients: Clients, home: string): Route<Tenant> =>
  openPage(
    doorway,
    'checks the passkey',
    { method: 'POST', path: SIGN_IN_PASSKEY_PATH },
    async ({ exchange, tenant, site, world }) => {
      const fields = await pageForm(exchange)
      const outcome = await signInWithPasskey(world.at(tenant), site.origin, {
        credential: fields.get('credential') ?? '',
        browserSecret: passkeySecret(exchange.req),
        visitor: visitorOf(exchange),
        deviceSecret: deviceSecret(exchange.req),
        earlierSession: sessionSecret(exchange.req),
        requestId: exchange.requestId,
      })
      if (outcome.kind === 'signed-in') return enter(exchange, home, outcome)
      const visit = { world, exchange, tenant, site, publicUrl: doorway.publicUrl }
      await sendSignIn(visit, await askingApplication(clients, exchange), outcome)
    },
  )
