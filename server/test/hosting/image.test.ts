/**
 * The image of hosting/Dockerfile, built and run without a daemon: by Debian's buildah, on a base that mmdebstrap makes
 * of Debian, with the Node and npm of this machine and its certificates, by which packages are fetched.
 */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { VERSION } from '../../src/version.ts'
import { isMissing } from '../support/debian-program.ts'
import { freePort } from '../support/free-port.ts'
import { HttpClient } from '../support/http-client.ts'
import { soon } from '../support/soon.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** What Node needs of Debian beside its smallest system. */
const PACKAGES = 'ca-certificates,libatomic1,libstdc++6'
const BASE = `FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt ${CERTIFICATES}
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}
`

const skip =
  (process.getuid?.() !== 0 && 'only root can build images without a daemon') ||
  isMissing('/usr/bin/buildah', 'buildah') ||
  isMissing('/usr/bin/mmdebstrap', 'mmdebstrap')

/** The npm that runs these tests, as a folder. */
const npmFolder = (): string => {
  const program = process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()
  return dirname(dirname(realpathSync(program)))
}

const folder = mkdtempSync(join(tmpdir(), 'airside-image-'))
const base = join(folder, 'base')

/** Debian comes from its mirror; where that does not answer, nothing is said about the image. */
const noDebian = async (): Promise<string | false> => {
  mkdirSync(base)
  const made = ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', join(base, 'base.tar')]
  return promisify(execFile)('mmdebstrap', made, { maxBuffer: 2 ** 26 }).then(
    () => false,
    (error: Error) => `mmdebstrap made no base of Debian: ${error.message.trim().split('\n').at(-1)}`,
  )
}

describe('the image of hosting/Dockerfile', { skip: skip || (await noDebian()) }, () => {
  const env = { ...process.env, STORAGE_DRIVER: 'vfs', BUILDAH_ISOLATION: 'chroot' }
  const places = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')]
  const buildah = async (...args: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)('buildah', [...places, ...args], {
      cwd: ROOT,
      env,
      maxBuffer: 2 ** 26,
    })
    return stdout.trim()
  }
  let container: string
  let serving: ChildProcess | null = null

  const makeBase = async (): Promise<void> => {
    cpSync(process.execPath, join(base, 'node'))
    cpSync(npmFolder(), join(base, 'npm'), { recursive: true })
    cpSync(CERTIFICATES, join(base, 'ca-certificates.crt'))
    writeFileSync(join(base, 'Dockerfile'), BASE)
    await buildah('bud', '--layers=false', '-t', 'base', '-f', join(base, 'Dockerfile'), base)
  }

  before(async () => {
    await makeBase()
    // Packages that npm keeps on this machine need not be fetched once more.
    const kept = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim()
    const options = ['--layers=false', '--format=docker', '--volume', `${kept}:/root/.npm`, '-t', 'airside']
    await buildah('bud', ...options, '--build-arg', 'BASE=localhost/base', '-f', 'hosting/Dockerfile', '.')
    container = await buildah('from', 'airside')
  })
  after(() => {
    serving?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** The server in the container: Node's process that was given this port. */
  const processWith = (port: number): number | undefined =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => {
        try {
          const isServer = readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('node\0')
          return isServer && readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`PORT=${port}`)
        } catch {
          // It ended while we looked.
          return false
        }
      })

  test('the image tells its version, and its user may change nothing of the program', async () => {
    assert.equal(await buildah('run', container, '--', '/opt/airside/bin/airside-server', '--version'), VERSION)
    assert.match(await buildah('run', container, '--', 'id'), /^uid=1000\(node\)/)
    await assert.rejects(buildah('run', container, '--', 'touch', '/opt/airside/x'), /Permission denied/)
  })

  test('the image serves, its own health check passes, and SIGTERM ends it in order', async () => {
    const port = await freePort()
    const { config } = JSON.parse(await buildah('inspect', '--type', 'image', 'airside')).Docker
    const { Entrypoint, Cmd, Healthcheck } = config
    const inside = ['run', '--env', `PORT=${port}`, container, '--']
    serving = spawn('buildah', [...places, ...inside, ...Entrypoint, ...Cmd], { env, stdio: 'ignore' })
    const ended = new Promise<number | null>((resolve) => serving?.once('exit', resolve))
    const client = new HttpClient(port)
    const readiness = () => client.ask('http://localhost/readyz').catch(() => null)
    await soon('the container serves', async () => (await readiness())?.status === 200)
    assert.deepEqual((await readiness())?.json(), { status: 'ready', store: 'sqlite', version: VERSION })
    const [kind, ...check] = Healthcheck.Test
    assert.equal(kind, 'CMD')
    await buildah(...inside, ...check)
    const nobody = ['run', '--env', `PORT=${await freePort()}`, container, '--']
    await assert.rejects(buildah(...nobody, ...check), 'nothing listens there')
    process.kill(processWith(port) ?? assert.fail('it is not running'), 'SIGTERM')
    assert.equal(await ended, 0)
  })
})
