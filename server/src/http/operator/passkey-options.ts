/**
 * POST /sign-in/passkey/options/ and POST /account/passkey/options/: the options that the pages' script passes to the
 * authenticator. Both create a challenge, so both require a page of this address; both use JSON.
 */

import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { askForPasskey } from '../../services/identity/passkeys/passkey-sign-in.ts'
import { startPasskey } from '../../services/identity/passkeys/passkeys.ts'
import { forStranger, type World } from '../../services/world.ts'
import { siteOf } from '../answer/page-answer.ts'
import { ACCOUNT_PASSKEY_OPTIONS_PATH, SIGN_IN_PASSKEY_OPTIONS_PATH } from '../answer/page-paths.ts'
import { openRoute } from '../guards/open.ts'
import { sessionRoute } from '../guards/session.ts'
import { sendJson } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { passkeyCookie, passkeySecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { requireSameOrigin } from '../request/same-origin.ts'

export const passkeyOptionsRoutes = (world: World, publicUrl: URL): readonly Route<Tenant>[] => [
  openRoute(
    'makes a challenge for the sign-in page',
    { method: 'POST', path: SIGN_IN_PASSKEY_OPTIONS_PATH, endpoint: 'pages' },
    async (exchange, tenant) => {
      const { origin } = siteOf(publicUrl, tenant)
      requireSameOrigin(exchange.req, origin)
      const at = forStranger(world, exchange.lifetime).at(tenant)
      brakeAddress(at, exchange.clientAddress)
      const { options, browserSecret } = await askForPasskey(at, origin, passkeySecret(exchange.req))
      sendJson(exchange, 200, options, { 'set-cookie': [passkeyCookie(browserSecret)] })
    },
  ),
  sessionRoute(
    { world, publicUrl },
    { method: 'POST', path: ACCOUNT_PASSKEY_OPTIONS_PATH, endpoint: 'pages' },
    async ({ exchange, tenant, user, world }) => {
      const fields = await pageForm(exchange)
      const { origin } = siteOf(publicUrl, tenant)
      const password = fields.get('current_password') ?? ''
      sendJson(exchange, 200, await startPasskey(world.at(tenant), origin, user, password))
    },
  ),
]
