/** GET /application-logo/<client_id>: the logo of an application that is shown at this address, as we encoded it. */

import { Failure } from '../../domain/failure.ts'
import { LOGO_FOLDER } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { logoShownAt } from '../../services/oauth/add-ons.ts'
import { forStranger, type World } from '../../services/world.ts'
import { openRoute } from '../guards/open.ts'
import { send } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'

export const applicationLogoRoute = (world: World): Route<Tenant> =>
  openRoute('public files', { method: 'GET', path: `${LOGO_FOLDER}*`, endpoint: 'pages' }, async (exchange, tenant) => {
    const at = forStranger(world, exchange.lifetime).at(tenant)
    const logo = await logoShownAt(at, exchange.path.slice(LOGO_FOLDER.length))
    if (!logo) throw new Failure('not_found', 'There is no such logo')
    send(exchange, 200, { 'content-type': logo.media_type, 'cache-control': 'public, max-age=300' }, logo.bytes)
  })
