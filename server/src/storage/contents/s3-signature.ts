/**
 * Signs requests to an S3-compatible service (AWS Signature Version 4). Paths are made of letters, digits, `-`, `_` and
 * `/` alone and there is no query, so that nothing has to be encoded.
 */
import { createHmac, hash } from 'node:crypto'

export interface S3Credentials {
  readonly keyId: string
  readonly secret: string
}

export interface S3Request {
  readonly method: string
  readonly path: string
  /** With `host`; all of them are signed. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the body, as hexadecimal digits: the service compares. */
  readonly sha256: string
}

export const EMPTY_SHA256 = hash('sha256', '', 'hex')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** The headers to send: those of the request, and what proves who sent it. */
export const signedHeaders = (
  { method, path, headers, sha256 }: S3Request,
  { credentials, region, at }: { readonly credentials: S3Credentials; readonly region: string; readonly at: number },
): Record<string, string> => {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
  const day = time.slice(0, 8)
  const all: Record<string, string> = { ...headers, 'x-amz-content-sha256': sha256, 'x-amz-date': time }
  const names = Object.keys(all).toSorted()
  const lines = names.map((name) => `${name}:${all[name]}\n`).join('')
  const canonical = [method, path, '', lines, names.join(';'), sha256].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = hmac(hmac(hmac(hmac(`AWS4${credentials.secret}`, day), region), 's3'), 'aws4_request')
  const text = ['AWS4-HMAC-SHA256', time, scope, hash('sha256', canonical, 'hex')].join('\n')
  const signature = hmac(key, text).toString('hex')
  const by = `Credential=${credentials.keyId}/${scope},SignedHeaders=${names.join(';')}`
  return { ...all, authorization: `AWS4-HMAC-SHA256 ${by},Signature=${signature}` }
}
