import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encoded, fieldsOf, MULTIPART, multipart, part, refused } from '../support/form-bodies.ts'

const REFRESH = { grant_type: 'refresh_token', client_id: 'app_1', refresh_token: 'air_live_rt_x' }

describe('multipart from clients', () => {
  const disposition = (name: string): string => `Content-Disposition: form-data; name="${name}"`
  const bodyOf = (frame: (name: string, value: string) => string, boundary: string): string =>
    `${Object.entries(REFRESH)
      .map(([name, value]) => `--${boundary}\r\n${frame(name, value)}\r\n`)
      .join('')}--${boundary}--\r\n`
  const clients: [string, string, (name: string, value: string) => string][] = [
    ['curl', '------------------------d74496d66958873e', (n, v) => `${disposition(n)}\r\n\r\n${v}`],
    ['Chromium', '----WebKitFormBoundary7MA4YWxkTrZu0gW', (n, v) => `${disposition(n)}\r\n\r\n${v}`],
    [
      '.NET',
      '"a-b-c"',
      (n, v) => `Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=${n}\r\n\r\n${v}`,
    ],
    [
      'Apache HttpClient',
      'kYFrd4jNJEgH',
      (n, v) =>
        `${disposition(n)}\r\nContent-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${v}`,
    ],
    [
      'Spring',
      'AbC',
      (n, v) =>
        `${disposition(n)}\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: ${v.length}\r\n\r\n${v}`,
    ],
    ['Perl', 'xYzZY', (n, v) => `content-disposition:form-data ;name="${n}"\r\n\r\n${v}`],
    ['a folding mailer', 'fold', (n, v) => `Content-Disposition: form-data;\r\n\t name="${n}" \r\n\r\n${v}`],
  ]
  for (const [client, boundary, frame] of clients) {
    test(`a body as ${client} writes it is read`, () => {
      const body = bodyOf(frame, boundary.replaceAll('"', ''))
      assert.deepEqual(fieldsOf(`multipart/form-data; boundary=${boundary}`, body), REFRESH)
    })
  }

  test('a FormData body of the platform is read', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(REFRESH)) form.append(name, value)
    const { type, body } = await encoded(form)
    assert.deepEqual(fieldsOf(type, body), REFRESH)
  })
})

describe('multipart by RFC 7578', () => {
  const one = multipart(part('a', '1'))

  test('preamble, epilogue, padding and a missing last line end are accepted', () => {
    assert.deepEqual(fieldsOf(MULTIPART, `This is a MIME message.\r\n${one}`), { a: '1' })
    assert.deepEqual(fieldsOf(MULTIPART, `\r\n${one}`), { a: '1' })
    assert.deepEqual(fieldsOf(MULTIPART, `${one}epilogue\r\n--b\r\nnot a part`), { a: '1' })
    assert.deepEqual(fieldsOf(MULTIPART, `--b \t\r\n${part('a', '1')}\r\n--b-- \t`), { a: '1' })
    assert.deepEqual(fieldsOf(MULTIPART, one.trimEnd()), { a: '1' })
  })

  test('a value may be empty, absent, many lines, or look like a boundary', () => {
    assert.deepEqual(fieldsOf(MULTIPART, multipart(part('a', ''), part('c', '\r\n'))), { a: '', c: '\r\n' })
    assert.deepEqual(fieldsOf(MULTIPART, `--b\r\n${part('a', '').slice(0, -2)}\r\n--b--`), { a: '' })
    for (const value of [
      'x\r\n\r\ny',
      '-b',
      ' --b--',
      '\r\n-b',
      '\n--b\n',
      '\r\n --b--',
      'Content-Disposition: x\r\n\r\n',
    ]) {
      assert.deepEqual(fieldsOf(MULTIPART, multipart(part('a', value), part('c', '2'))), { a: value, c: '2' })
    }
  })

  test('a quoted name may contain parameter syntax, and unknown parameters are ignored', () => {
    const body = multipart(part('x; filename=y', '1'), 'Content-Disposition: form-data; foo=bar; name=c\r\n\r\n2')
    assert.deepEqual(fieldsOf(MULTIPART, body), { 'x; filename=y': '1', c: '2' })
  })

  test('a file part is refused in every form', () => {
    for (const filename of [
      'filename="a.txt"',
      'FileName=a',
      "filename*=UTF-8''a",
      'filename=""',
      ' filename="a\\"b"',
    ]) {
      const head = `Content-Disposition: form-data; name="code"; ${filename}`
      refused('invalid_request', MULTIPART, multipart(`${head}\r\n\r\nx`), { message: /file/ })
      const binary = Buffer.from(multipart(`${head}\r\nContent-Type: image/png\r\n\r\n\x89PNG\xff`), 'latin1')
      refused('invalid_request', MULTIPART, binary, { message: /file/ })
    }
  })

  test('part headers that change how a value is decoded are refused', () => {
    for (const line of [
      'Content-Transfer-Encoding: base64',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Type: text/plain; charset=utf-16',
      'Content-Type: application/json',
      'Content-Type: multipart/mixed; boundary=c',
      'Content-Type: text/plain; charset=',
      'Content-Disposition: form-data; name="b"',
    ]) {
      refused('invalid_request', MULTIPART, multipart(`Content-Disposition: form-data; name="a"\r\n${line}\r\n\r\n1`))
    }
  })

  test('an ambiguous Content-Disposition is refused', () => {
    for (const line of [
      'Content-Disposition: attachment; name="a"',
      'Content-Disposition: form-data; name="a',
      'Content-Disposition: form-data; name="a"; name="c"',
      'Content-Disposition: form-data; name="a\\"c"',
      'Content-Disposition: form-data; name="a" c',
      "Content-Disposition: form-data; name*=UTF-8''a",
      'Content-Disposition : form-data; name="a"',
      'Content-Disposition: form-data; name="a\nc"',
      'Content-Disposition: form-data; name="a"\nX: y',
      'Content-Disposition',
      'Content-Type: text/plain',
      ' Content-Disposition: form-data; name="a"',
    ]) {
      refused('invalid_request', MULTIPART, multipart(`${line}\r\n\r\n1`))
    }
    refused('invalid_request', MULTIPART, '--b\r\n\r\n1\r\n--b--\r\n', { message: /no headers/ })
  })

  test('a truncated body is refused, wherever it is cut', () => {
    const body = multipart(part('a', '1'), part('c', '2')).trimEnd()
    for (let length = 0; length < body.length; length++) refused('invalid_request', MULTIPART, body.slice(0, length))
  })

  test('a body of garbage is refused', () => {
    for (const body of [
      '',
      'a=1',
      'b',
      '--c--',
      '--b--\r\n',
      one.replaceAll('\r\n', '\n'),
      one.replace('--b--', '--b--x'),
      `x${one}`,
    ]) {
      refused('invalid_request', MULTIPART, body)
    }
    refused('invalid_request', MULTIPART, `--bx\r\n${part('a', '1')}\r\n--b--`)
    refused('invalid_request', MULTIPART, multipart(part('a', '1\r\n--bx')))
  })

  test('a part with too many header bytes is refused', () => {
    refused('invalid_request', MULTIPART, multipart(`X-Long: ${'x'.repeat(4096)}\r\n${part('a', '1')}`), {
      message: /too long/,
    })
    refused('invalid_request', MULTIPART, multipart(part('a'.repeat(4096), '1')), { message: /too long/ })
  })
})
