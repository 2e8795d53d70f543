/** GET /application-logo/<client_id>: the image an application registered, as we encoded it. */
import type { World } from '../access/world.ts'
import { Failure } from '../domain/failure.ts'
import type { Tenant } from '../domain/tenant.ts'
import { applicationLogo } from '../storage/applications.ts'
import { type Route, send } from './listening/exchange.ts'

const FOLDER = '/application-logo/'

export const logoPath = (clientId: string): string => `${FOLDER}${clientId}`

export const applicationLogoRoute = (world: World): Route<Tenant> => ({
  method: 'GET',
  path: `${FOLDER}*`,
  guard: 'nobody',
  endpoint: 'pages',
  handle: async (exchange) => {
    const logo = await applicationLogo(world.storage.platform, exchange.path.slice(FOLDER.length))
    if (!logo) throw new Failure('not_found', 'There is no such logo')
    send(exchange, 200, { 'content-type': logo.media_type, 'cache-control': 'public, max-age=300' }, logo.bytes)
  },
})
