/**
 * GET /callback/: where applications that are being built take the answer of a grant at a sandbox (portals §4). It goes
 * on to the inspector of the portal, in the fragment: a code is sent to no server again on its way through the pages.
 */
import { asQueryOctets } from '../../domain/oauth/redirect-uri.ts'
import { PORTAL_CALLBACK_PATH } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { seeOther } from '../answer/page-answer.ts'
import { CALLBACK_PLACE } from '../answer/page-paths.ts'
import { type Doorway, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'

export const callbackRoute = (doorway: Doorway): Route<Tenant> =>
  openPage(
    doorway,
    'hands the query to the portal’s own page',
    { method: 'GET', path: PORTAL_CALLBACK_PATH },
    async ({ exchange }) => seeOther(exchange, `${CALLBACK_PLACE}#${asQueryOctets(exchange.query)}`),
  )
