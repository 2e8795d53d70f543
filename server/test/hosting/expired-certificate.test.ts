/** An expired certificate, as docs/hosting.md says of it: renewed at the proxy, while the service needs nothing. */
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isMissing } from '../support/debian-program.ts'
import { freePort } from '../support/free-port.ts'
import { soon } from '../support/soon.ts'
import { startReachableServer } from '../support/test-server.ts'

const NGINX = '/usr/sbin/nginx'
const NAME = 'airside.example'

test('clients refuse an expired certificate, and are answered again once the proxy has a new one', {
  skip: isMissing(NGINX, 'nginx-light'),
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-certificate-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startReachableServer()
  t.after(() => server.close())
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const makeCertificate = (): void => {
    const about = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`, '-days', '1']
    openssl('req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...about, '-keyout', key, '-out', certificate)
  }
  makeCertificate()
  openssl('x509', '-in', certificate, '-signkey', key, '-days', '-1', '-out', certificate)
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  writeFileSync(
    configuration,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; server {
      listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
      location / { proxy_pass http://127.0.0.1:${server.config.port}; proxy_set_header Host localhost; } } }`,
  )
  const proxy = spawn(NGINX, ['-c', configuration], { stdio: 'ignore' })
  t.after(async () => {
    proxy.kill()
    await once(proxy, 'exit')
  })
  /** The status, or the code by which the client refuses. */
  const ask = (): Promise<number | string> =>
    new Promise((resolve) => {
      const options = { host: '127.0.0.1', port, path: '/healthz', servername: NAME, ca: readFileSync(certificate) }
      request({ ...options, agent: false }, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end()
    })
  await soon('the client refuses the certificate', async () => (await ask()) === 'CERT_HAS_EXPIRED')
  makeCertificate()
  assert.notEqual(await ask(), 200, 'the proxy has the old one until it is reloaded')
  proxy.kill('SIGHUP')
  await soon('the client is answered', async () => (await ask()) === 200)
})
