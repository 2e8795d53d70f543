import { Failure } from '../../../domain/failure.ts'
import { type FormEncoding, MEDIA_TYPES, readFormType } from './form-type.ts'
import { parseMultipart } from './multipart.ts'
import { parseUrlencoded } from './urlencoded.ts'

/** Reads a form's fields: each once, each text (access-model §5, §6). Anything else is a `Failure`. */
export function parseForm(
  contentType: string | undefined,
  body: Buffer,
  accepted: readonly FormEncoding[],
): ReadonlyMap<string, string> {
  const type = readFormType(contentType)
  if (!type || !accepted.includes(type.encoding)) throw unsupported(accepted)
  return type.encoding === 'urlencoded'
    ? parseUrlencoded(body, { charset: type.charset, of: 'form' })
    : parseMultipart(body, type.boundary, type.charset)
}

function unsupported(accepted: readonly FormEncoding[]): Failure {
  const names = accepted.map((encoding) => MEDIA_TYPES[encoding]).join(' or ')
  return new Failure('unsupported_media_type', `Send the body as ${names}, in UTF-8`)
}
