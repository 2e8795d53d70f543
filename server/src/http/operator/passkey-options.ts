/**
 * What the pages' script asks before it turns to the authenticator: POST /sign-in/passkey/options/ and POST
 * /account/passkey/options/. Both make a challenge, so both come from a page of this address; both speak JSON.
 */

import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { askForPasskey } from '../../services/identity/passkey-sign-in.ts'
import { startPasskey } from '../../services/identity/passkeys.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import type { World } from '../../services/world.ts'
import { siteOf } from '../answer/page-answer.ts'
import { ACCOUNT_PASSKEY_OPTIONS_PATH, SIGN_IN_PASSKEY_OPTIONS_PATH } from '../answer/page-paths.ts'
import { type Route, sendJson } from '../listening/exchange.ts'
import { passkeyCookie, passkeySecret, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

export const passkeyOptionsRoutes = (world: World, publicUrl: URL): readonly Route<Tenant>[] => [
  {
    method: 'POST',
    path: SIGN_IN_PASSKEY_OPTIONS_PATH,
    guard: 'nobody',
    endpoint: 'pages',
    handle: async (exchange, tenant) => {
      const { origin } = siteOf(publicUrl, tenant)
      requireSameOrigin(exchange.req, origin)
      const { options, browserSecret } = await askForPasskey(world, tenant, origin, passkeySecret(exchange.req))
      sendJson(exchange, 200, options, { 'set-cookie': [passkeyCookie(browserSecret)] })
    },
  },
  {
    method: 'POST',
    path: ACCOUNT_PASSKEY_OPTIONS_PATH,
    guard: 'session',
    endpoint: 'pages',
    handle: async (exchange, tenant) => {
      const { origin } = siteOf(publicUrl, tenant)
      requireSameOrigin(exchange.req, origin)
      const fields = await pageForm(exchange)
      const person = await signedIn(world, tenant, sessionSecret(exchange.req))
      if (!person) throw new Failure('not_signed_in', 'Your session has ended: sign in again')
      const options = await startPasskey(world, tenant, origin, person, fields.get('current_password') ?? '')
      sendJson(exchange, 200, options)
    },
  },
]
