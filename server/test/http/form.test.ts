import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { Failure } from '../../src/domain/failure.ts'
import { parseForm } from '../../src/http/request/forms/form.ts'
import { MAX_FORM_FIELDS } from '../../src/http/request/forms/form-fields.ts'
import { BOTH, encoded, fieldsOf, MULTIPART, multipart, part, refused, URLENCODED } from '../support/form-bodies.ts'

describe('media types', () => {
  test('a form in an encoding that the endpoint does not accept is refused', () => {
    const accepted = ['urlencoded'] as const
    refused('unsupported_media_type', MULTIPART, multipart(part('a', '1')), {
      message: /x-www-form-urlencoded,/,
      accepted,
    })
    refused('unsupported_media_type', URLENCODED, 'a=1', { message: /multipart/, accepted: ['multipart'] })
    for (const other of [undefined, '', 'application/json', 'text/plain', 'multipart/mixed; boundary=b', ';', 'a=1']) {
      refused('unsupported_media_type', other, 'a=1')
    }
  })

  test('case, white space and quotes in the media type are ignored', () => {
    assert.deepEqual(fieldsOf('Application/X-WWW-Form-URLencoded ; Charset="UTF-8"', 'a=1'), { a: '1' })
    const body = multipart(part('a', '1'))
    for (const parameters of [' boundary="b"', 'BOUNDARY=b', ' charset=utf-8;  boundary=b ;', '; boundary=b']) {
      assert.deepEqual(fieldsOf(`Multipart/Form-Data;${parameters}`, body), { a: '1' })
    }
  })

  test('a charset other than UTF-8 is refused, except US-ASCII with ASCII text', () => {
    refused('unsupported_media_type', `${URLENCODED}; charset=utf-16`, 'a=1')
    refused('unsupported_media_type', `${MULTIPART}; charset=shift_jis`, multipart(part('a', '1')))
    assert.deepEqual(fieldsOf(`${URLENCODED}; charset=ISO-8859-1`, 'a=1'), { a: '1' })
    refused('invalid_request', `${URLENCODED}; charset=ISO-8859-1`, 'a=%C3%BC', { message: /'a'/ })
    refused('invalid_request', `${MULTIPART}; charset=ISO-8859-1`, multipart(part('a', 'ü')), { message: /'a'/ })
  })

  test('a multipart boundary is required once, with at most 70 characters', () => {
    const body = multipart(part('a', '1'))
    refused('invalid_request', 'multipart/form-data', body, { message: /boundary/ })
    refused('invalid_request', 'multipart/form-data; boundary=""', body)
    refused('invalid_request', 'multipart/form-data; boundary="b "', body)
    refused('invalid_request', 'multipart/form-data; boundary=bü', body)
    refused('unsupported_media_type', 'multipart/form-data; boundary=b; boundary=c', body)
    refused('unsupported_media_type', `multipart/form-data; boundary=${'b'.repeat(64 * 1024)}`, body)
    for (const boundary of ['x'.repeat(70), '----=_Part_1_2.3', "'()+_,-./:=?", 'two words']) {
      const framed = `--${boundary}\r\n${part('a', '1')}\r\n--${boundary}--`
      assert.deepEqual(fieldsOf(`multipart/form-data; boundary="${boundary}"`, framed), { a: '1' })
    }
    const long = 'x'.repeat(71)
    refused('invalid_request', `multipart/form-data; boundary=${long}`, `--${long}\r\n${part('a', '1')}\r\n--${long}--`)
  })
})

describe('fields', () => {
  test('a repeated field is refused by name', () => {
    refused('invalid_request', URLENCODED, 'code=1&state=2&code=1', { message: /'code'/ })
    refused('invalid_request', URLENCODED, 'client_id=1&client%5Fid=2', { message: /'client_id'/ })
    refused('invalid_request', MULTIPART, multipart(part('code', '1'), part('code', '1')), { message: /'code'/ })
  })

  test('__proto__ and similar names are ordinary field names', () => {
    for (const fields of [
      parseForm(URLENCODED, Buffer.from('__proto__=1&constructor=2'), BOTH),
      parseForm(MULTIPART, Buffer.from(multipart(part('__proto__', '1'), part('constructor', '2'))), BOTH),
    ]) {
      assert.deepEqual(
        [...fields],
        [
          ['__proto__', '1'],
          ['constructor', '2'],
        ],
      )
    }
    refused('invalid_request', URLENCODED, '__proto__=1&__proto__=2', { message: /'__proto__'/ })
  })

  test('a field without a name is refused', () => {
    refused('invalid_request', URLENCODED, '=1', { message: /number 1/ })
    refused('invalid_request', MULTIPART, multipart(part('', '1')))
    refused('invalid_request', MULTIPART, multipart('Content-Disposition: form-data\r\n\r\n1'))
  })

  test('a token posted as a field name is not repeated in the refusal', () => {
    const token = 'air_live_ak_0123456789abcdefghijklmnopqrstuvwxyz'
    refused('invalid_request', URLENCODED, `${token}&${token}`, { message: /^(?!.*air_live)/ })
  })

  test('NUL, invalid UTF-8 and lone surrogates are refused in both encodings', () => {
    refused('invalid_request', URLENCODED, 'a=%00', { message: /'a'/ })
    refused('invalid_request', URLENCODED, 'a=\0', { message: /'a'/ })
    refused('invalid_request', URLENCODED, '%00=a')
    refused('invalid_request', MULTIPART, multipart(part('a', '\0')), { message: /'a'/ })
    refused('invalid_request', MULTIPART, multipart(part('a\0', '1')))
    for (const octets of ['ff', 'c0af', 'eda080', 'edb080', 'f4908080', 'e282', '80']) {
      const raw = Buffer.from(octets, 'hex').toString('latin1')
      refused('invalid_request', URLENCODED, `b=1&a=${octets.replace(/../g, '%$&')}`, { message: /'a'/ })
      refused('invalid_request', URLENCODED, `b=1&${octets.replace(/../g, '%$&')}=1`, { message: /number 2/ })
      refused('invalid_request', URLENCODED, Buffer.from(`a=${raw}`, 'latin1'))
      refused('invalid_request', MULTIPART, Buffer.from(multipart(part('b', '1'), part('a', raw)), 'latin1'), {
        message: /'a'/,
      })
      refused('invalid_request', MULTIPART, Buffer.from(multipart(part(raw, '1')), 'latin1'))
      refused('invalid_request', MULTIPART, Buffer.from(`${raw}\r\n${multipart(part('a', '1'))}`, 'latin1'))
    }
  })

  test(`a form with more than ${MAX_FORM_FIELDS} fields is refused`, () => {
    const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `f${index}`)
    const encodings: [string, (count: number) => string][] = [
      [URLENCODED, (count) => names(count).join('&')],
      [MULTIPART, (count) => multipart(...names(count).map((name) => part(name, '')))],
    ]
    for (const [type, body] of encodings) {
      assert.equal(parseForm(type, Buffer.from(body(MAX_FORM_FIELDS)), BOTH).size, MAX_FORM_FIELDS)
      refused('invalid_request', type, body(MAX_FORM_FIELDS + 1), { message: /64/ })
    }
  })
})

describe('URL-encoded', () => {
  test('plus, percent-encoding, raw UTF-8, empty values and empty pairs are decoded', () => {
    const body = 'a=b+c%2B%3D%26&name=Zo%C3%AB&raw=ü&empty=&bare&&x=1=2&'
    assert.deepEqual(fieldsOf(URLENCODED, body), { a: 'b c+=&', name: 'Zoë', raw: 'ü', empty: '', bare: '', x: '1=2' })
    assert.deepEqual(fieldsOf(URLENCODED, ''), {})
  })

  test('broken percent-encoding is refused', () => {
    for (const value of ['%', '%4', '%4g', '%%41', '%u0041']) refused('invalid_request', URLENCODED, `a=${value}`)
  })
})

describe('for any input', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((value) => !value.includes('\0'))
  // FormData rewrites line ends everywhere and quotes in names; no field of ours has a backslash in its name.
  const name = fc.oneof(
    fc.constantFrom('code', 'scope', '__proto__'),
    text.filter((value) => /^[^"\\\r\n]+$/.test(value)),
  )
  const value = fc.oneof(text, fc.string({ unit: fc.constantFrom('\n', '\r', '-', '&', '=', '%', '+', '"', ';') }))
  const form = fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, minLength: 1, maxLength: 8 })
  const lineEnds = (raw: string): string => raw.replace(/\r\n|\r|\n/g, '\r\n')

  test('any fields pass through FormData and URLSearchParams unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(form, async (fields) => {
        const sent = new FormData()
        for (const [key, content] of fields) sent.append(key, content)
        const asMultipart = await encoded(sent)
        const expected = fields.map(([key, content]) => [key, lineEnds(content)])
        assert.deepEqual([...parseForm(asMultipart.type, asMultipart.body, BOTH)], expected)
        const asUrlencoded = await encoded(new URLSearchParams(fields))
        assert.deepEqual([...parseForm(asUrlencoded.type, asUrlencoded.body, BOTH)], fields)
      }),
    )
  })

  test('any body gives clean text or throws a Failure, nothing else', () => {
    const token = fc.constantFrom(
      '--b',
      '--',
      '\r\n',
      '\r\n\r\n',
      part('a', '1'),
      'name=',
      '"',
      ';',
      ':',
      ' ',
      '%',
      '&',
      '=',
      '\\',
      '\0',
    )
    const bytes = fc.array(
      fc.oneof(
        token.map((piece) => Buffer.from(piece)),
        fc.uint8Array({ maxLength: 4 }),
      ),
      { maxLength: 30 },
    )
    const type = fc.oneof(
      fc.constantFrom(URLENCODED, MULTIPART),
      fc.string().map((tail) => `multipart/form-data; ${tail}`),
    )
    fc.assert(
      fc.property(type, bytes, (contentType, pieces) => {
        try {
          for (const [key, content] of parseForm(contentType, Buffer.concat(pieces), BOTH)) {
            assert.ok(key !== '' && (key + content).isWellFormed() && !(key + content).includes('\0'))
          }
        } catch (error) {
          if (!(error instanceof Failure)) throw error
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('a valid body with one changed byte is read or refused, never a server error', () => {
    const valid = Buffer.from(multipart(part('grant_type', 'refresh_token'), part('client_id', 'app_1')))
    fc.assert(
      fc.property(fc.nat(valid.length - 1), fc.nat(255), (position, octet) => {
        const changed = Buffer.from(valid)
        changed[position] = octet
        try {
          assert.ok(parseForm(MULTIPART, changed, BOTH).size <= 2)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
        }
      }),
    )
  })
})
