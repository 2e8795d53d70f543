/** The documentation at developers.<host>/docs/: public, whole, without a dead link, and searchable. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { inPages } from '../../src/documentation/long-page.ts'
import { Documentation } from '../../src/documentation/site.ts'
import { ENTITY_SCOPES } from '../../src/domain/entity-kind.ts'
import { ERROR_CATALOGUE } from '../../src/domain/error-catalogue.ts'
import { FLIGHT_LIFE_CYCLE } from '../../src/domain/operations/flights/flight-life-cycle.ts'
import { isOffered, SCOPES } from '../../src/domain/scopes.ts'
import { USER_ERROR_MEANINGS } from '../../src/domain/user-error.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const MAX_PAGE_BYTES = 60_000

const PARTS = { schema: graphs().operator, host: 'localhost:8080', version: '0.0.0', root: ROOT }
const site = await new Documentation(PARTS).opened()
const pages = site.paths.filter((path) => path.endsWith('/'))
/** With what the developer portal answers beside the documentation. */
const KNOWN = new Set([
  ...site.paths,
  '/',
  '/console/',
  '/scopes.json',
  '/console/explorer/',
  '/docs/search/',
  '/sign-up/',
])
const texts = new Map(site.paths.map((path) => [path, site.file(path)?.text ?? '']))
const textOf = (path: string): string => texts.get(path) ?? ''

describe('the pages of the documentation', () => {
  test('there is a page for every query, mutation and type of the graph', () => {
    const { operator } = graphs()
    for (const name of Object.keys(operator.getQueryType()?.getFields() ?? {}))
      assert.ok(site.file(`/docs/reference/queries/${name}/`), name)
    for (const name of Object.keys(operator.getMutationType()?.getFields() ?? {}))
      assert.ok(site.file(`/docs/reference/mutations/${name}/`), name)
    assert.ok(site.file('/docs/reference/types/Flight/'))
    assert.ok(site.file('/docs/reference/enums/FlightStatus/'))
  })

  test('no link within the documentation is dead, and no anchor is missing', () => {
    const dead: string[] = []
    for (const page of pages) {
      for (const [, href = ''] of textOf(page).matchAll(/<a [^>]*href="([^"]*)"/g)) {
        if (/^https?:/.test(href)) continue
        const { pathname, hash } = new URL(href, `http://docs.invalid${page}`)
        if (!KNOWN.has(pathname)) {
          dead.push(`${page} -> ${href}`)
        } else if (hash !== '' && site.file(pathname) && !textOf(pathname).includes(`id="${hash.slice(1)}"`)) {
          dead.push(`${page} -> ${href}`)
        }
      }
    }
    assert.deepEqual(dead, [])
  })

  test('no id occurs twice on a page', () => {
    const twice = pages.flatMap((page) => {
      const ids = [...textOf(page).matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
      return ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${page}#${id}`)
    })
    assert.deepEqual(twice, [])
  })

  test('no link within a page as Markdown is dead', () => {
    const dead = site.paths
      .filter((path) => path.endsWith('.md') || path === '/llms.txt')
      .flatMap((path) =>
        [
          ...textOf(path)
            .replace(/```[\s\S]*?```|`[^`\n]*`/g, '')
            .matchAll(/\]\(([^)\s]+)\)/g),
        ]
          .map(([, href = '']) => new URL(href, `http://docs.invalid${path}`))
          .filter(({ host, pathname }) => host === 'docs.invalid' && !KNOWN.has(pathname))
          .map(({ pathname }) => `${path} -> ${pathname}`),
      )
    assert.deepEqual(dead, [])
  })

  test('a page weighs at most 60 kB, and the changelog reaches back to the first release', () => {
    assert.deepEqual(
      pages.filter((path) => Buffer.byteLength(textOf(path)) > MAX_PAGE_BYTES),
      [],
    )
    assert.match(textOf('/docs/changes/'), /<h2 id="unreleased">/)
    const last = pages.filter((path) => path.startsWith('/docs/changes/')).at(-1) ?? ''
    assert.match(textOf(last), /0\.1\.0/)
  })

  test('a changelog in pages has every entry once, below the headings that it stands under', () => {
    const entry = (name: string) => `- ${name} ${'x'.repeat(12_000)}`
    const [first = '', second = '', ...others] = inPages(
      ['## New', '', '### Added', ...['a', 'b', 'c', 'd'].map(entry), '', '## Old', '', '### Fixed', entry('e')].join(
        '\n',
      ),
    )
    assert.deepEqual(others, [])
    assert.deepEqual(first.match(/^(#+ |- )\w+/gm), ['## New', '### Added', '- a', '- b', '- c'])
    assert.deepEqual(second.match(/^(#+ |- )\w+/gm), ['## New', '### Added', '- d', '## Old', '### Fixed', '- e'])
  })

  test('each group of the reference has its page, with what only the console uses apart', () => {
    const [forAll = '', forConsole = ''] = textOf('/docs/reference/queries/').split('id="console"')
    assert.match(forAll, /href="\/docs\/reference\/queries\/flightList\/"/)
    assert.match(forConsole, /href="\/docs\/reference\/queries\/apiKeyList\/"/)
    for (const group of ['mutations', 'types', 'inputs', 'enums'])
      assert.ok(textOf('/docs/reference/').includes(`href="/docs/reference/${group}/"`), group)
  })

  test('every guide and every entry of the reference stands as Markdown too, and llms.txt lists the guides', () => {
    const guides = pages.filter((path) => /^\/docs\/guides\/.+/.test(path))
    assert.ok(guides.length >= 15)
    for (const path of guides) {
      const markdown = `${path.slice(0, -1)}.md`
      assert.match(textOf(markdown), /^# /, markdown)
      assert.ok(textOf('/llms.txt').includes(markdown), markdown)
    }
    assert.match(textOf('/docs/reference/queries/flightList.md'), /flight:read/)
    assert.ok(textOf('/llms-full.txt').includes('# The change feed'))
  })

  test('an example of a list says which records, what the demo answered, and opens in the explorer', () => {
    const page = textOf('/docs/reference/queries/flightList.md')
    assert.match(page, /flightList\(filter: \$filter, page: \{ first: 2 \}\)/)
    assert.match(page, /nodeList \{\n\s+flightId\n/)
    assert.match(page, /The demo answered:\n\n```json\n[^`]*"flightId": "flt_/)
    assert.match(textOf('/docs/reference/queries/flightList/'), /href="\/console\/explorer\/#query=/)
  })

  test('an example names every scope that it needs, those of what it selects and of the values it sends included', () => {
    const needed = /This example needs: (.*)/.exec(textOf('/docs/reference/mutations/contactCreate.md'))?.[1]
    assert.deepEqual(needed?.split(' ').toSorted(), ['contact:read', 'contact:write', 'passenger:write'])
    assert.match(textOf('/docs/reference/mutations/contactCreate/'), /This example needs/)
  })

  test('a page as Markdown says who may ask, what the answer’s types are, and the default of an argument', () => {
    const webhook = textOf('/docs/reference/mutations/webhookCreate.md')
    assert.match(webhook, /^Who: people signed in to the console, at \/console\/graphql\//m)
    assert.match(webhook, /\(\/docs\/reference\/inputs\/WebhookInput\.md\)/)
    assert.match(textOf('/docs/reference/queries/flightList.md'), /^Kinds that may ask: .*; API keys$/m)
    assert.match(textOf('/docs/reference/queries/changeList.md'), /`first` `Int`, default `200`: 1 to 500\./)
    assert.match(textOf('/docs/reference/types/Flight.md'), /`passengerList` .*counts as 4 in the cost/)
  })

  test('a query and a mutation say which errors they can answer, by what they need and are given', () => {
    const update = textOf('/docs/reference/mutations/flightUpdate.md')
    assert.match(update, /Refused as a whole: INVALID_TOKEN, INSUFFICIENT_SCOPE, BAD_USER_INPUT, RATE_LIMITED/)
    assert.match(update, /VALIDATION, NOT_FOUND, STALE_VERSION, IDEMPOTENCY_MISMATCH/)
    assert.match(textOf('/docs/reference/mutations/flightStatusSet/'), /href="\/docs\/errors\/#ILLEGAL_TRANSITION"/)
    assert.match(textOf('/docs/reference/queries/changeList/'), /href="\/docs\/errors\/#cursor_expired"/)
    assert.doesNotMatch(textOf('/docs/reference/queries/flightList.md'), /userErrorList/)
  })

  test('the start, the guides, the reference and the errors stand as Markdown whole', () => {
    assert.match(textOf('/docs.md'), /\(\/docs\/guides\/tokens\.md\)/)
    assert.match(textOf('/docs/guides.md'), /\(\/docs\/guides\/three-graphs\.md\)/)
    for (const name of ['queries/flightList', 'types/Flight', 'inputs/FlightFilter', 'enums/FlightStatus']) {
      assert.ok(textOf('/docs/reference.md').includes(`(/docs/reference/${name}.md)`), name)
      assert.ok(textOf('/llms.txt').includes(`(/docs/reference/${name}.md)`), name)
    }
    const errors = textOf('/docs/errors.md')
    assert.match(errors, /Token endpoints answer/)
    for (const code of Object.keys(ERROR_CATALOGUE))
      assert.ok(errors.includes(`extensions.code: ${code.toUpperCase()}`), code)
    for (const code of Object.keys(USER_ERROR_MEANINGS)) {
      assert.ok(errors.includes(`- \`${code}\`: `), code)
      assert.ok(textOf('/docs/errors/').includes(`id="${code}"`), code)
    }
  })

  test('the guide on the feed says the scope of every kind, and what a flight with its people follows', () => {
    const feed = textOf('/docs/guides/change-feed.md')
    for (const [kind, scope] of Object.entries(ENTITY_SCOPES))
      assert.ok(feed.includes(`| \`${kind}\` | \`${scope}\` |`), kind)
    assert.match(feed, /\| `FLIGHT` \| `flight:read` \|.*`CONTACT`, `CREW_MEMBER`.*`TRAVEL_DOCUMENT`/)
  })

  test('examples of the command line name the host that serves the page', async () => {
    const served = await new Documentation({ ...PARTS, host: 'host.example' }).opened()
    assert.ok(!served.file('/docs/tools/command-line.md')?.text.includes('localhost:8080'))
  })

  test('the life cycle of a flight is drawn from its table: a path for each step, on the pages it concerns', () => {
    for (const path of ['enums/FlightStatus', 'mutations/flightStatusSet', 'mutations/flightClose']) {
      const drawn = textOf(`/docs/reference/${path}/`).match(/<path class="(asked|implied)"/g)
      assert.equal(drawn?.length, FLIGHT_LIFE_CYCLE.length, path)
    }
  })

  test('the host’s guide, the commands of both command lines and the SDK have their pages, which the search finds', () => {
    for (const [slug, word] of [
      ['hosting', 'PostgreSQL'],
      ['host-commands', 'airside-server operator create'],
      ['command-line', 'airside login'],
      ['client', 'UserErrors'],
    ] as const) {
      assert.ok(textOf(`/docs/tools/${slug}/`).includes(word), slug)
      assert.ok(textOf('/llms.txt').includes(`/docs/tools/${slug}.md`), slug)
    }
    assert.equal(site.found('hosting')[0]?.href, '/docs/tools/hosting/')
  })

  test('the changes of the graph name what came with each release, and until when a deprecated argument works', () => {
    const changes = textOf('/docs/reference/changes.md')
    const [since = '', released = ''] = changes.split('## 0.2.0')
    assert.match(since, /`Query.changeList\(waitSeconds:\)`/)
    assert.match(
      since,
      /`Mutation.qualificationSave\(qualificationId:\)`: qualificationUpdate changes one.*from 2027-05-17 on/,
    )
    assert.match(released, /`Mutation.accountPasskeyAdd`/)
    assert.ok(!changes.includes('`Mutation.accountPasskeyAdd(name:)`'))
  })

  test('the error page has every code of the catalogue, the guide on scopes every scope that can be granted', () => {
    const errors = textOf('/docs/errors/')
    for (const code of Object.keys(ERROR_CATALOGUE)) assert.ok(errors.includes(`id="${code}"`), code)
    const scopes = textOf('/docs/guides/scopes/')
    for (const scope of SCOPES.filter(isOffered))
      assert.ok(scopes.includes(`id="${scope.replaceAll(':', '-')}"`), scope)
  })

  test('the search finds an error, a field, a scope and a guide by their names, and nothing by nonsense', () => {
    const first = (query: string) => site.found(query)[0]?.title
    assert.equal(first('too_many_active_tokens'), 'too_many_active_tokens')
    assert.equal(first('flightList'), 'flightList')
    assert.equal(first('change feed'), 'The change feed')
    assert.ok(site.found('crew:read').some(({ kind, title }) => kind === 'Scopes' && title === 'crew:read'))
    assert.deepEqual(site.found('xyzzy'), [])
    assert.deepEqual(site.found('a'.repeat(100_000)), [])
  })

  test('the search finds what people call by other words, a field at its place, and hosts’ pages last', () => {
    const first = (query: string) => site.found(query)[0]?.href
    for (const [query, href] of [
      ['pagination', 'guides/pages-and-filters/'],
      ['paging', 'guides/pages-and-filters/'],
      ['throttling', 'guides/cost-and-limits/'],
      ['code_challenge', 'guides/code-grant/'],
      ['openapi', 'guides/from-rest/'],
      ['schema download', 'guides/from-rest/'],
      ['passengerList', 'reference/types/Flight/#passengerList'],
      ['sandbox password', 'guides/sandbox/'],
      ['time zone', 'reference/types/Airport/'],
      ['csv export', 'guides/kind-other/'],
      ['STALE_VERSION', 'errors/#STALE_VERSION'],
      ['cli', 'tools/command-line/'],
      ['idempotent', 'guides/writing-safely/'],
      ['playground', 'guides/three-graphs/'],
      ['how do I verify a webhook signature', 'guides/webhooks/'],
    ] as const)
      assert.equal(first(query), `/docs/${href}`, query)
    assert.ok(site.found('create api key').some(({ href }) => href === '/docs/guides/api-keys/'))
    assert.ok(site.found('delete contact').some(({ title }) => title === 'contactErase'))
  })

  test('an excerpt shows the passage that was looked for, without marks of Markdown', () => {
    const excerptOf = (query: string, href: string) => site.found(query).find((hit) => hit.href === href)?.excerpt ?? ''
    const feed = excerptOf('three days', '/docs/guides/webhooks/')
    assert.match(feed, /three days/)
    assert.ok(feed.startsWith('… '), feed)
    assert.match(excerptOf('idempotent', '/docs/guides/writing-safely/'), /^An idempotency key makes/)
    assert.match(excerptOf('playground', '/docs/guides/three-graphs/'), /explorer/)
    for (const query of ['webhook', 'token', 'scope', 'idempotency'])
      for (const { excerpt, title } of site.found(query)) {
        assert.doesNotMatch(excerpt, /\*\*|`|\]\(|^\||##/, `${query}: ${title}`)
        assert.ok(excerpt.length <= 165, `${query}: ${title}`)
      }
  })

  test('what is searched for is shown as text', () => {
    assert.ok(!site.search('<script>alert(1)</script>').text.includes('<script>alert'))
  })
})

describe('gathering the documentation', () => {
  test('others have a turn between any two entries of the reference, and all first visitors wait for one gathering (threats row 384)', async () => {
    let turns = 0
    const turn = async () => {
      turns += 1
    }
    const documentation = new Documentation({ ...PARTS, turn })
    const [one, other] = await Promise.all([documentation.opened(), documentation.opened()])
    assert.equal(one, other)
    assert.deepEqual(one.paths, site.paths)
    const entries = site.paths.filter((path) => /^\/docs\/reference\/\w+\/\w+\/$/.test(path)).length
    assert.ok(entries > 500)
    // Each is read, and found by the search.
    assert.ok(turns > 2 * entries, `${turns} turns for ${entries} entries`)
    const before = turns
    assert.equal(await documentation.opened(), one)
    assert.equal(turns, before)
  })

  test('a job of somebody else runs before the first visitor has the documentation', async () => {
    const order: string[] = []
    const opening = new Documentation(PARTS).opened().then(() => order.push('documentation'))
    setImmediate(() => order.push('job'))
    await opening
    assert.deepEqual(order, ['job', 'documentation'])
  })

  test('what could not be gathered is gathered anew for who asks next', async () => {
    let isAway = true
    const turn = async () => {
      if (isAway) throw new Error('no room')
    }
    const documentation = new Documentation({ ...PARTS, turn })
    await assert.rejects(documentation.opened(), /no room/)
    isAway = false
    assert.deepEqual((await documentation.opened()).paths, site.paths)
  })
})

describe('the documentation over HTTP', () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
  })
  after(() => server.close())

  test('everybody reads a page without signing in, and its policy allows our own script alone', async () => {
    const answer = await server.client.ask('http://developers.localhost/docs/guides/tokens/')
    assert.equal(answer.status, 200)
    assert.match(answer.body, /at most 500/)
    assert.match(String(answer.headers['content-security-policy']), /script-src 'self'/)
  })

  test('the start of the documentation is answered as Markdown at /docs.md', async () => {
    const answer = await server.client.ask('http://developers.localhost/docs.md')
    assert.equal(answer.status, 200)
    assert.match(String(answer.headers['content-type']), /^text\/markdown/)
  })

  test('an unknown page is 404 and offers the search and the guides; a program is told of llms.txt', async () => {
    for (const path of ['/docs/guides/nothing/', '/docs/guides/webhook-<b>/']) {
      const answer = await server.client.ask(`http://developers.localhost${path}`)
      assert.equal(answer.status, 404, path)
      assert.match(answer.body, /<form role="search" action="\/docs\/search\/">/)
      assert.match(answer.body, /href="\/docs\/guides\/tokens\/"/)
      assert.ok(!answer.body.includes('<b>/'), path)
    }
    const markdown = await server.client.ask('http://developers.localhost/docs/guides/nothing.md')
    assert.equal(markdown.status, 404)
    assert.match(markdown.body, /\/llms\.txt/)
    assert.equal((await server.client.ask('http://developers.localhost/docs/../etc/passwd')).status, 404)
  })

  test('a page without its slash leads to it with its query, and nothing leads away from this address', async () => {
    for (const path of ['/docs', '/docs/guides/tokens', '/docs/reference/types/Flight', '/docs/search?q=token%20cap']) {
      const answer = await server.client.ask(`http://developers.localhost${path}`)
      assert.equal(answer.status, 303, path)
      assert.equal(answer.headers.location, path.replace(/(?=\?|$)/, '/'), path)
    }
    for (const path of ['/docs//evil.example', '/docs/guides/nothing'])
      assert.equal((await server.client.ask(`http://developers.localhost${path}`)).status, 404, path)
  })

  test('a network that searches again and again is told to wait, and pages stay open to it (threats row 447)', async () => {
    const asked = await startServer('sqlite')
    try {
      const search = () => asked.client.ask('http://developers.localhost/docs/search/?q=token')
      asked.clock.standStill()
      const statuses = await Promise.all(Array.from({ length: 200 }, async () => (await search()).status))
      assert.ok(statuses.filter((status) => status === 200).length >= 60, `${statuses}`)
      assert.ok(statuses.includes(429), `${statuses}`)
      assert.equal((await asked.client.ask('http://developers.localhost/docs/')).status, 200)
    } finally {
      await asked.close()
    }
  })

  test('a page is rendered once, however many others are read and whatever its query (threats row 606)', async () => {
    const { opened } = Documentation.prototype
    const rendered: string[] = []
    Documentation.prototype.opened = async function (this: Documentation) {
      const found = await opened.call(this)
      const file = (path: string) => {
        rendered.push(path)
        return found.file(path)
      }
      return { ...found, file }
    }
    const asked = await startServer('sqlite')
    try {
      const read = pages.slice(0, 250)
      for (const query of ['', '?once', '?more']) {
        for (const page of read) {
          const { status } = await asked.client.ask(`http://developers.localhost${page}${query}`)
          assert.equal(status, 200, page)
        }
      }
      assert.deepEqual(rendered, read)
    } finally {
      Documentation.prototype.opened = opened
      await asked.close()
    }
  })

  test('a page that the reader has is answered by 304, in each encoding for itself (threats row 606)', async () => {
    const ask = (headers: Record<string, string>) =>
      server.client.ask('http://developers.localhost/docs/guides/tokens/', { headers })
    const tags = new Set<string>()
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await ask({ 'accept-encoding': encoding })
      const etag = String(first.headers.etag)
      tags.add(etag)
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': etag })
      assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag], encoding)
      assert.equal((await ask({ 'accept-encoding': encoding, 'if-none-match': '"another"' })).status, 200)
    }
    assert.equal(tags.size, 3)
    const other = await server.client.ask('http://developers.localhost/docs/guides/scopes/')
    assert.ok(!tags.has(String(other.headers.etag)))
  })

  test('a network that asks for pages which are not kept is told to wait, and may read those that are (threats row 606)', async () => {
    const asked = await startServer('sqlite')
    try {
      const ask = async (path: string) => (await asked.client.ask(`http://developers.localhost${path}`)).status
      assert.equal(await ask('/docs/guides/tokens/'), 200)
      asked.clock.standStill()
      const statuses = await Promise.all(Array.from({ length: 900 }, (_, index) => ask(`/docs/nothing-${index}/`)))
      assert.ok(statuses.filter((status) => status === 404).length >= 299, 'too few were answered')
      assert.ok(statuses.includes(429), 'none was told to wait')
      assert.equal(await ask('/docs/guides/tokens/'), 200)
    } finally {
      await asked.close()
    }
  })

  test('llms.txt and llms-full.txt are answered below /docs/ too', async () => {
    for (const name of ['llms.txt', 'llms-full.txt']) {
      const [above, below] = await Promise.all(
        ['/', '/docs/'].map((folder) => server.client.ask(`http://developers.localhost${folder}${name}`)),
      )
      assert.equal(below?.status, 200, name)
      assert.equal(below?.body, above?.body, name)
    }
  })

  test('whoever is not signed in has no sandbox of their own in the examples', async () => {
    assert.equal((await server.client.ask('http://developers.localhost/docs/own.json')).status, 204)
  })

  test('the sign-in page of the developer portal leads to the documentation, an operator’s does not', async () => {
    const { body } = await server.client.ask('http://developers.localhost/sign-in/')
    assert.match(body, /<a [^>]*href="\/docs\/">Documentation<\/a>/)
    await server.operator('alpine')
    assert.doesNotMatch((await server.client.ask('http://alpine.localhost/sign-in/')).body, /href="\/docs\/"/)
  })

  test('the documentation is at the developer portal alone', async () => {
    assert.equal((await server.client.ask('http://support.localhost/docs/')).status, 404)
  })
})
