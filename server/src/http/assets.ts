/** GET /assets/…: the closed list of files that pages refer to. */
import { Failure } from '../domain/failure.ts'
import { loadPageAssets } from '../pages/assets.ts'
import { type Exchange, type Route, send } from './listening/exchange.ts'

export const assetsRoute = <Door>(): Route<Door> => {
  const assets = loadPageAssets()
  return {
    method: 'GET',
    path: '/assets/*',
    guard: 'nobody',
    endpoint: 'pages',
    handle: (exchange: Exchange) => {
      const asset = assets.get(exchange.path)
      if (!asset) throw new Failure('not_found', 'There is no such file')
      const headers = { etag: asset.etag, 'cache-control': asset.cacheControl }
      if (exchange.req.headers['if-none-match'] === asset.etag) return send(exchange, 304, headers, '')
      send(exchange, 200, { 'content-type': asset.contentType, ...headers }, asset.bytes)
    },
  }
}
