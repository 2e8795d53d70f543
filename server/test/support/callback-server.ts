/** Foreign servers on their own ports: an application's callback that redirects onward, and another site's page. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

const listening = async (listener: RequestListener): Promise<{ server: Server; port: number }> => {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, port: (server.address() as AddressInfo).port }
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

export interface CallbackServer {
  readonly redirectUri: string
  /** What came back, in order. */
  readonly returned: URLSearchParams[]
  close(): Promise<void>
}

/** Takes what comes back and, as applications do, sends the browser on once more. */
export const startCallbackServer = async (): Promise<CallbackServer> => {
  const returned: URLSearchParams[] = []
  const { server, port } = await listening((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://callback')
    if (pathname !== '/callback')
      return void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome back</h1>')
    returned.push(searchParams)
    res.writeHead(302, { location: `http://localhost:${port}/welcome` }).end()
  })
  return { redirectUri: `http://127.0.0.1:${port}/callback`, returned, close: () => closed(server) }
}

export interface StrangerServer {
  readonly port: number
  /** What every path of it shows. */
  markup: string
  close(): Promise<void>
}

export const startStrangerServer = async (): Promise<StrangerServer> => {
  const stranger = { markup: '' }
  const { server, port } = await listening((_req, res) =>
    res.writeHead(200, { 'content-type': 'text/html' }).end(stranger.markup),
  )
  return Object.assign(stranger, { port, close: () => closed(server) })
}
