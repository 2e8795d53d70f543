/** GET /assets/…: the closed list of files that pages refer to. */
import { Failure } from '../domain/failure.ts'
import { loadPageAssets } from '../pages/assets.ts'
import { openRoute } from './guards/open.ts'
import { send } from './listening/exchange.ts'
import type { Route } from './listening/route.ts'

export const assetsRoute = <Door>(): Route<Door> => {
  const assets = loadPageAssets()
  return openRoute('public files', { method: 'GET', path: '/assets/*', endpoint: 'pages' }, (exchange) => {
    const asset = assets.get(exchange.path)
    if (!asset) throw new Failure('not_found', 'There is no such file')
    const headers = { etag: asset.etag, 'cache-control': asset.cacheControl }
    if (exchange.req.headers['if-none-match'] === asset.etag) return send(exchange, 304, headers, '')
    send(exchange, 200, { 'content-type': asset.contentType, ...headers }, asset.bytes)
  })
}
