/** Serves the gallery like the real server: each page under its name, with its headers and assets. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadPageAssets } from '../../src/pages/assets.ts'
import { pageSecurityHeaders } from '../../src/pages/security-headers.ts'
import { PAGE_GALLERY } from './page-gallery.ts'

export interface GalleryServer {
  readonly origin: string
  /** Headers of the forms that were posted, in order. */
  readonly posted: readonly { readonly path: string; readonly origin: string; readonly fetchSite: string }[]
  close(): Promise<void>
}

export const startGalleryServer = async (): Promise<GalleryServer> => {
  const assets = loadPageAssets()
  const pages = new Map(PAGE_GALLERY.map((page) => [`/${page.name}`, page]))
  const posted: { path: string; origin: string; fetchSite: string }[] = []
  const server: Server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (request.method === 'POST') {
      const { origin = '', 'sec-fetch-site': fetchSite = '' } = request.headers
      posted.push({ path, origin, fetchSite: String(fetchSite) })
      response.writeHead(303, { Location: '/error-not-found' }).end()
      return
    }
    const asset = assets.get(path)
    const page = pages.get(path)
    if (asset) response.writeHead(200, { 'Content-Type': asset.contentType, ETag: asset.etag }).end(asset.bytes)
    else if (page) {
      const headers = {
        'Content-Type': 'text/html; charset=utf-8',
        ...pageSecurityHeaders(page.conduct, page.isScripted),
      }
      response.writeHead(200, headers).end(page.markup)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
