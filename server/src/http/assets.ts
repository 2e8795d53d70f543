/** GET /assets/…: the closed list of files that pages refer to. */
import { Failure } from '../domain/failure.ts'
import { loadPageAssets } from '../pages/assets.ts'
import { StaticFile } from './answer/static-file.ts'
import { openRoute } from './guards/open.ts'
import type { Route } from './listening/route.ts'

interface ServedAsset {
  readonly file: StaticFile
  readonly cacheControl: string
}

const served = (): ReadonlyMap<string, ServedAsset> =>
  new Map(
    [...loadPageAssets()].map(([path, { contentType, bytes, etag, cacheControl }]) => [
      path,
      { file: new StaticFile(contentType, bytes, etag), cacheControl },
    ]),
  )

export const assetsRoute = <Door>(): Route<Door> => {
  const assets = served()
  return openRoute('public files', { method: 'GET', path: '/assets/*', endpoint: 'pages' }, (exchange) => {
    const asset = assets.get(exchange.path)
    if (!asset) throw new Failure('not_found', 'There is no such file')
    return asset.file.send(exchange, { 'cache-control': asset.cacheControl })
  })
}
