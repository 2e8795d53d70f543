/**
 * Waits on loopback for the browser's callback from the consent page (RFC 8252 §7.3). Refuses requests without our
 * state and keeps waiting: any page in the browser could have sent them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { misuse, Problem } from './problem.ts'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

const PAGE = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>` +
  `<body style="font:16px system-ui;margin:15vh auto;max-width:32rem"><h1 style="font-size:1.25rem">${title}</h1><p>${text}</p>`

const answer = (response: ServerResponse, status: number, title: string, text: string): void => {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(PAGE(title, text))
}

export const loopbackUri = (text: string): URL => {
  const uri = URL.canParse(text) ? new URL(text) : null
  if (uri?.protocol === 'http:' && LOOPBACK.has(uri.hostname) && uri.port !== '') return uri
  throw misuse(
    `--redirect-uri must lead to this machine, with a port, such as http://127.0.0.1:8976/callback, not "${text}"`,
    'Register such a redirect URI for the application; the two must be equal to the letter',
  )
}

const isOurs = (url: URL, uri: URL, state: string): boolean =>
  url.pathname === uri.pathname && url.searchParams.get('state') === state

export interface CallbackServer {
  /** The full address of the callback. */
  readonly callback: Promise<string>
  close(): void
}

export const startCallbackServer = async (
  redirectUri: string,
  state: string,
  signal: AbortSignal,
): Promise<CallbackServer> => {
  const uri = loopbackUri(redirectUri)
  let arrived: (url: string) => void = () => {}
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', uri)
    if (request.method !== 'GET' || !isOurs(url, uri, state)) {
      return answer(response, 404, 'Nothing here', 'This page waits for another answer.')
    }
    if (url.searchParams.has('error')) answer(response, 200, 'Not connected', 'Nothing was allowed. See your terminal.')
    else answer(response, 200, 'Connected', 'You can close this page and go back to your terminal.')
    arrived(url.href)
  }
  const server = createServer(handle)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Problem(`${uri.host} cannot be listened on (${error.code})`, 'End what uses this port, then try again'),
      ),
    )
    server.listen(Number(uri.port), uri.hostname.replace(/[[\]]/g, ''), resolve)
  })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  const callback = new Promise<string>((resolve, reject) => {
    arrived = resolve
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return { callback, close }
}
