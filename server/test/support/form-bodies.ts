/** Bodies to post and the fields they contain, shared by the tests of forms. */
import assert from 'node:assert/strict'
import type { FailureCode } from '../../src/domain/error-catalogue.ts'
import { Failure } from '../../src/domain/failure.ts'
import { parseForm } from '../../src/http/request/forms/form.ts'
import type { FormEncoding } from '../../src/http/request/forms/form-type.ts'

export const BOTH: readonly FormEncoding[] = ['urlencoded', 'multipart']
export const URLENCODED = 'application/x-www-form-urlencoded'
export const MULTIPART = 'multipart/form-data; boundary=b'

type Body = string | Buffer

export const fieldsOf = (contentType: string | undefined, body: Body, accepted = BOTH): Record<string, string> =>
  Object.fromEntries(parseForm(contentType, Buffer.from(body as string), accepted))

export function refused(
  code: FailureCode,
  contentType: string | undefined,
  body: Body,
  { message = /./, accepted = BOTH }: { readonly message?: RegExp; readonly accepted?: readonly FormEncoding[] } = {},
): void {
  assert.throws(
    () => fieldsOf(contentType, body, accepted),
    (error) => error instanceof Failure && error.code === code && message.test(error.message),
    `${contentType} ${JSON.stringify(body.toString('latin1' as 'utf8').slice(0, 200))}`,
  )
}

/** A multipart body with the boundary `b`, from whole parts: header lines, an empty line, the value. */
export const multipart = (...parts: string[]): string =>
  `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`
export const part = (name: string, value: string): string =>
  `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`

export async function encoded(form: FormData | URLSearchParams): Promise<{ type: string; body: Buffer }> {
  const response = new Response(form)
  return { type: response.headers.get('content-type') ?? '', body: Buffer.from(await response.arrayBuffer()) }
}
