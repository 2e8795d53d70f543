import { Failure } from '../../../domain/failure.ts'
import type { Charset } from '../charset.ts'

/** The largest form has nine fields. */
export const MAX_FORM_FIELDS = 64

const NOT_ASCII = /[\u0080-\uffff]/
const PRESENTABLE_NAME = /^[\w.-]{1,30}$/

/** Where a field came in, and what of its text can be read. */
export interface FieldSource {
  readonly charset: Charset
  readonly of: 'form' | 'query'
}

const WORDS = {
  form: { one: 'form field', many: 'fields' },
  query: { one: 'query parameter', many: 'parameters' },
} as const

/** Adds one decoded field under the rules that hold for every form and query: named, once, text (access-model §5). */
export function addField(fields: Map<string, string>, name: string, value: string, { charset, of }: FieldSource): void {
  const refuse = (fault: string) => refuseField(fields, name, fault, of)
  if (fields.size === MAX_FORM_FIELDS) {
    throw new Failure('invalid_request', `The ${of} has more than ${MAX_FORM_FIELDS} ${WORDS[of].many}`)
  }
  if (name === '') throw refuse('has no name')
  if (fields.has(name)) throw refuse('is given more than once')
  if (name.includes('\0') || value.includes('\0')) throw refuse('holds a NUL character')
  if (charset === 'ascii only' && (NOT_ASCII.test(name) || NOT_ASCII.test(value))) {
    throw refuse('holds more than ASCII under a charset other than UTF-8; send UTF-8')
  }
  fields.set(name, value)
}

/**
 * Names the field if its name can be one of ours. Anything longer may be a token that was posted without its field
 * name, and an error never repeats a secret (access-model §3).
 */
export function refuseField(
  fields: ReadonlyMap<string, string>,
  name: string,
  fault: string,
  of: FieldSource['of'] = 'form',
): Failure {
  const label = PRESENTABLE_NAME.test(name) ? `'${name}'` : `number ${fields.size + 1}`
  return new Failure('invalid_request', `The ${WORDS[of].one} ${label} ${fault}`)
}
