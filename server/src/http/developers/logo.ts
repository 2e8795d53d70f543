/**
 * POST /console/logo/?client_id=…: the picture of one of the provider's applications, as bytes. GET
 * /application-logo/<client_id>: the provider's own logos; another provider's is not there (threats row 64).
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_LOGO_BYTES } from '../../domain/limits.ts'
import { LOGO_FOLDER } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { requireOwn } from '../../services/providers/own-application.ts'
import { setLogo } from '../../services/providers/registering.ts'
import { brakeSender } from '../../services/request-brake.ts'
import { applicationLogo } from '../../storage/oauth/applications.ts'
import { LOGO_UPLOAD_PATH } from '../answer/page-paths.ts'
import type { Doorway } from '../guards/open.ts'
import { memberRoute } from '../guards/platform.ts'
import { send, sendJson } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { readBody } from '../request/body.ts'
import { queryParameters } from '../request/query-parameters.ts'

export const logoRoutes = (doorway: Doorway): readonly Route<Tenant>[] => [
  memberRoute(
    doorway,
    { method: 'POST', path: LOGO_UPLOAD_PATH, endpoint: 'pages' },
    async ({ exchange, tenant, user: member, world }) => {
      brakeSender(world.at(tenant), `logos of ${member.provider.provider_id}`, 'Too many logos: wait, then try again')
      const clientId = queryParameters(exchange.query).get('client_id') ?? ''
      await requireOwn(world.storage.platform, member.provider.provider_id, clientId)
      const bytes = await readBody(exchange, MAX_LOGO_BYTES)
      const { clientAddress: address, requestId } = exchange
      const actor = { kind: 'provider', id: member.user.user_id, address, requestId } as const
      await setLogo(world.at(tenant), clientId, bytes, { by: member, actor })
      sendJson(exchange, 200, { logoPath: `${LOGO_FOLDER}${clientId}` })
    },
  ),
  memberRoute(
    doorway,
    { method: 'GET', path: `${LOGO_FOLDER}*`, endpoint: 'pages' },
    async ({ exchange, user: member, world }) => {
      const clientId = exchange.path.slice(LOGO_FOLDER.length)
      await requireOwn(world.storage.platform, member.provider.provider_id, clientId)
      const logo = await applicationLogo(world.storage.platform, clientId)
      if (!logo) throw new Failure('not_found', 'There is no such application here')
      send(exchange, 200, { 'content-type': logo.media_type, 'cache-control': 'private, no-cache' }, logo.bytes)
    },
  ),
]
