/**
 * A request whose head the server has read and whose body it waits for: the principal is known, nothing has run yet.
 */
import { request } from 'node:http'
import type { Answer, Ask, HttpClient } from './http-client.ts'

export interface HeldRequest {
  /** Sends the body and returns the response. */
  finish(): Promise<Answer>
}

/** The server says "100 Continue" in the turn in which it hands the request to its route. */
export const holdRequest = (
  client: HttpClient,
  url: string,
  { headers = {}, body = '' }: Ask,
): Promise<HeldRequest> => {
  const { host, pathname, search } = new URL(url)
  const length = Buffer.byteLength(body)
  return new Promise((resolve, reject) => {
    const req = request({
      host: '127.0.0.1',
      port: client.port,
      method: 'POST',
      path: `${pathname}${search}`,
      headers: { host, ...headers, 'content-length': length, expect: '100-continue' },
      setHost: false,
    })
    const answered = new Promise<Answer>((answer, fail) => {
      req.on('error', fail)
      req.on('response', async (res) => {
        const text = (await res.toArray()).join('')
        answer({ status: res.statusCode ?? 0, headers: res.headers, body: text, json: () => JSON.parse(text) })
      })
    })
    answered.catch(reject)
    req.on('continue', () =>
      resolve({
        finish: () => {
          req.end(body)
          return answered
        },
      }),
    )
    req.flushHeaders()
  })
}
