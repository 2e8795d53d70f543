import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Documentation } from '../../src/documentation/site.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { loadPageAssets } from '../../src/pages/assets.ts'
import { html, safeHref } from '../../src/pages/html.ts'
import { ACCOUNT_INTENTS, type AccountIntent } from '../../src/pages/identity/account.ts'
import { qrCode } from '../../src/pages/identity/qr-code.ts'
import { signInPage } from '../../src/pages/identity/sign-in.ts'
import { applicationLogo, websiteLink } from '../../src/pages/oauth/application.ts'
import { askAdministratorPage } from '../../src/pages/oauth/ask-administrator.ts'
import { consentPage } from '../../src/pages/oauth/consent.ts'
import { redirectPlace } from '../../src/pages/oauth/redirect-place.ts'
import { pageSecurityHeaders } from '../../src/pages/security-headers.ts'
import { ASKED, CONSENT, FIRST_SCOPES, PAGE_GALLERY, SIGN_IN, SKYLOG } from '../support/page-gallery.ts'
import { readQrCode } from '../support/read-qr-code.ts'

const PAGE_BYTES = 15_000
/** The sign-in page's budget with passkeys (pages §2). */
const SCRIPT_BYTES_GZIPPED = 5_000

const page = (name: string): string => {
  const found = PAGE_GALLERY.find((entry) => entry.name === name)
  assert.ok(found, `the gallery has ${name}`)
  return found.markup
}

/** The text of the page without tags and with single spaces. */
const words = (markup: string): string =>
  markup
    .replaceAll('<wbr>', '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

/** The tags with the names of their attributes, which no value may change. */
const skeleton = (markup: string): string[] =>
  (markup.match(/<[^>]*>/g) ?? []).map((tag) => tag.replace(/"[^"]*"/g, '""'))

const inOrder = (text: string, ...parts: string[]): void => {
  const places = parts.map((part) => text.indexOf(part))
  for (const [index, place] of places.entries()) assert.notEqual(place, -1, `"${parts[index]}" is on the page`)
  assert.deepEqual(
    places,
    [...places].sort((a, b) => a - b),
  )
}

describe('the template escapes every value it did not make', () => {
  test('the template escapes text and attributes', () => {
    const name = `<b> & "quoted" 'too'`
    const escaped = '&lt;b&gt; &amp; &quot;quoted&quot; &#39;too&#39;'
    assert.equal(html`<p title="${name}">${name}</p>`.toString(), `<p title="${escaped}">${escaped}</p>`)
  })

  test('the template inserts its own markup, lists and numbers unchanged, and nothing for null', () => {
    const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`)
    assert.equal(
      html`<ul>${items}</ul>${3}${null}${false}${undefined}`.toString(),
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>3',
    )
  })

  test('the template escapes an object that imitates its markup', () => {
    const forged = { toString: () => '<script>' } as unknown as string
    assert.throws(() => html`<p>${forged}</p>`, TypeError)
  })

  test('the template refuses an attribute without quotes', () => {
    assert.throws(() => html`<a href=${'x onclick=y'}>`, /must stand in quotes/)
    assert.equal(html`<p>a=${1}</p>`.toString(), '<p>a=1</p>')
  })

  test('control and direction characters are shown as unreadable', () => {
    assert.equal(html`${'a\u202eb\u0000c\ud800'}`.toString(), 'a\ufffdb\ufffdc\ufffd')
  })
})

describe('text from outside is inert (threats row 27)', () => {
  const hostileText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '"><script>x</script>',
      "' onload='x",
      '</title><svg onload=x>',
      '<!--',
      ']]>',
      '&quot;><img src=x>',
    ),
  )

  test('no name, role, address or id changes the structure of the consent page', () => {
    const harmless = skeleton(consentPage({ ...CONSENT, application: { ...SKYLOG, logo: null } }))
    fc.assert(
      fc.property(hostileText, (text) => {
        const markup = consentPage({
          ...CONSENT,
          application: { ...SKYLOG, name: text, providerName: text, logo: null },
          place: { ...CONSENT.place, operatorName: text, host: text },
          person: { name: text, email: text, role: text },
          request: text,
          notYou: { action: '/sign-out/', fields: { request: text } },
        })
        assert.deepEqual(skeleton(markup), harmless)
      }),
    )
  })

  test('only http and https URLs become links', () => {
    const refused = [
      'javascript:alert(1)',
      ' java\nscript:alert(1)',
      'data:text/html,x',
      'vbscript:x',
      '/relative',
      'x',
      '',
    ]
    for (const address of refused) {
      assert.equal(safeHref(address), null, address)
      assert.doesNotMatch(websiteLink(address).toString(), /href/)
    }
    assert.equal(safeHref('https://skylog.example/a b'), 'https://skylog.example/a%20b')
  })

  test("a link's text is its host", () => {
    const link = websiteLink('https://skylog.example@evil.example/skylog.example').toString()
    assert.match(link, />evil\.example<\/a>$/)
  })

  test('a logo is a path of ours or a raster image, otherwise initials are shown', () => {
    const images = ['/apps/app_1/logo', 'data:image/png;base64,iVBORw0KGgo=']
    for (const logo of images) assert.match(applicationLogo({ name: 'Skylog', logo }).toString(), /<img /)
    const others = [
      'https://evil.example/x.png',
      '//evil.example/x',
      '/\\evil.example',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'javascript:x',
      '/x" onerror="y',
    ]
    for (const logo of others) {
      const markup = applicationLogo({ name: 'Sky log', logo }).toString()
      assert.doesNotMatch(markup, /<img/, logo)
      assert.match(markup, />SL</)
    }
  })

  test('the consent page shows the real host of the redirect URI, however it is disguised', () => {
    assert.equal(
      redirectPlace('https://app.skylog.example/airside/callback').toString(),
      '<span class="mono">https://<b>app.skylog.example</b><wbr>/airside/callback</span>',
    )
    assert.match(redirectPlace('https://app.skylog.example@evil.example/').toString(), /<b>evil\.example<\/b>/)
    assert.match(redirectPlace('https://аpp.example/').toString(), /<b>xn--pp-6kc\.example<\/b>/)
  })
})

describe('every page', () => {
  for (const { name, markup, isScripted } of PAGE_GALLERY) {
    test(`${name} is small, without style attribute or foreign resource, and without script but one of ours`, () => {
      assert.ok(Buffer.byteLength(markup) < PAGE_BYTES, `${Buffer.byteLength(markup)} bytes`)
      assert.match(markup, /^<!doctype html>\n<html lang="en">/)
      for (const tag of markup.match(/<[^>]*>/g) ?? []) {
        assert.doesNotMatch(tag, /^<(iframe|object|embed|base)\b/i)
        if (/^<script/i.test(tag))
          assert.match(tag, /^<script type="module" src="\/assets\/(passkey|recovery|copy|hand-over)\.js">$/)
        assert.doesNotMatch(tag.replace(/"[^"]*"/g, '""'), / (on\w+|style)=/i)
        if (/^<(link|img)/.test(tag)) assert.match(tag, /(href|src)="\/assets\//)
      }
      assert.equal(markup.match(/<script/g)?.length ?? 0, isScripted ? 1 : 0)
      assert.equal(markup.match(/<link rel="stylesheet"/g)?.length, 1)
      assert.equal(markup.match(/<h1[ >]/g)?.length, 1)
    })
  }

  test('the sandbox band comes first on sandbox pages and is on no other', () => {
    const first = (markup: string) => /<(header|main|section|form|div)\b[^>]*>/.exec(markup)?.[0]
    const band = '<section class="band" aria-label="Environment">'
    for (const name of ['consent-first', 'sign-in-sandbox', 'second-step-wrong', 'ask-administrator', 'account-on']) {
      assert.equal(first(page(name)), band, name)
    }
    for (const name of ['consent-production', 'sign-in-first', 'landing'])
      assert.notEqual(first(page(name)), band, name)
  })
})

describe('sign-in', () => {
  test('the sign-in page names the operator and the next application', () => {
    const text = words(page('sign-in-first'))
    assert.match(text, /Sign in to Alpine Jet/)
    assert.match(text, /alpine\.localhost:8080/)
    assert.match(text, /you decide whether Skylog may connect/)
    assert.doesNotMatch(words(page('sign-in-sandbox')), /you decide whether/)
  })

  test('a failed sign-in does not say which part was wrong, and keeps the e-mail but not the password', () => {
    const markup = page('sign-in-wrong')
    assert.match(words(markup), /Not signed in\. The email or the password is wrong\./)
    assert.match(markup, /name="email"[^>]* value="anna@alpine\.example"/)
    assert.doesNotMatch(/<input[^>]*name="password"[^>]*>/.exec(markup)?.[0] ?? '', /value/)
  })

  test('a throttled sign-in shows the exact wait', () => {
    assert.match(words(page('sign-in-throttled')), /Wait 48 seconds\..*After 09:42:00Z/)
  })

  test('an ended session is explained on the sign-in page', () => {
    assert.match(words(page('sign-in-expired')), /Your session has ended/)
  })

  test('the sign-in page has one form with e-mail, password and its hidden fields', () => {
    const markup = signInPage({ ...SIGN_IN, form: { action: '/sign-in/', fields: { next: 'si_1' } } })
    assert.equal(markup.match(/<form method="post" action="\/sign-in\/">/g)?.length, 1)
    assert.deepEqual(markup.match(/name="(next|email|password)"/g), ['name="next"', 'name="email"', 'name="password"'])
  })
})

describe('consent', () => {
  test('the consent page asks one question with both names and shows exactly the requested scopes', () => {
    const markup = page('consent-first')
    assert.match(words(markup), /Allow Skylog to connect to Alpine Jet ?\?/)
    const shown = [...markup.matchAll(/<code>([^<]*)<\/code>/g)].map((match) => match[1])
    assert.deepEqual(shown.toSorted(), FIRST_SCOPES.toSorted())
  })

  test('the consent page shows provider, website, kind, mode, user, role, place and end', () => {
    const text = words(page('consent-first'))
    for (const part of ['Skylog GmbH, Zürich', 'skylog.example', 'Electronic flight bag', 'Test environment only']) {
      assert.ok(text.includes(part), part)
    }
    assert.match(text, /Anna Keller , administrator anna@alpine\.example · not you\?/)
    assert.match(text, /Your browser then goes to https:\/\/ app\.skylog\.example \/airside\/callback/)
    assert.match(text, /Until you end it in Add-ons or 30 days without use/)
    assert.match(words(page('consent-production')), /In production since 3 Nov 2026/)
  })

  test('the consent form sends only the decision, the one-time record and what was seen', () => {
    const form = /<form class="card.*?<\/form>/s.exec(page('consent-first'))?.[0] ?? ''
    assert.match(form, /method="post" action="\/oauth2\/code\/authorize\/"/)
    const named = [...form.matchAll(/<(input|button)[^>]* name="([^"]*)" value="([^"]*)"/g)].map((match) =>
      match.slice(1),
    )
    assert.deepEqual(named, [
      ['input', 'request', 'cr_4TqR8mVx'],
      ['input', 'seen', ''],
      ['button', 'decision', 'cancel'],
      ['button', 'decision', 'allow'],
    ])
  })

  test('a second consent lists new writes, new reads, kept and ended scopes', () => {
    inOrder(
      words(page('consent-second')),
      'more access to',
      'document:write',
      'passenger:read',
      'Already allowed: 5',
      'by you on 3 Nov 2026',
      'No longer asked for, and ends',
      'crew:read',
      'It will not be able to',
      'If you cancel now, nothing changes',
    )
  })

  test('a repeated consent for the same scopes shows nothing new and the open list', () => {
    assert.match(
      words(page('consent-unchanged')),
      /again\?.*Nothing new is asked for.*by Beat Huber on 3 Nov 2026.*will still not be able/,
    )
    assert.match(page('consent-unchanged'), /<details class="scopes" open>/)
  })

  test("a personal application's consent mentions only the user's own data", () => {
    const text = words(page('consent-personal'))
    assert.match(text, /Allow Pilot Book to use your own details at Alpine Jet/)
    assert.match(text, /See or change anything that is not your own/)
    assert.match(text, /Until you end it on your account page/)
    assert.doesNotMatch(text, /Add-ons/)
  })

  test('a user who may not grant sees who can and a way back, but no Allow button', () => {
    const markup = page('ask-administrator')
    assert.match(words(markup), /Administrators of Alpine Jet Anna Keller Beat Huber/)
    assert.deepEqual(
      Array.from(markup.matchAll(/name="decision" value="(\w+)"/g), ([, decision]) => decision),
      ['ask', 'cancel'],
    )
    const nobody = askAdministratorPage({ ...ASKED, administrators: [] })
    assert.match(words(nobody), /None yet/)
    for (const markup of [nobody, page('ask-administrator-sent')]) assert.doesNotMatch(markup, /value="ask"/)
    assert.match(page('ask-administrator-refused'), /name="note"[^>]* value="Logs"/)
  })
})

describe('errors', () => {
  test('every error page shows code, request id and time', () => {
    const errors = PAGE_GALLERY.filter(({ name }) => name.startsWith('error-'))
    assert.equal(errors.length, 24)
    for (const { name, markup } of errors) {
      assert.match(
        words(markup),
        /For the developer invalid_request Request id req_7Hq2mVx04T , 12 Nov 2026 09:41:07Z/,
        name,
      )
    }
  })

  test('the error page shows a wrong redirect URI without linking to it', () => {
    const markup = page('error-wrong-redirect')
    assert.match(words(markup), /Asked for https:\/\/app\.skylog\.example\/cb/)
    assert.doesNotMatch(markup, /(href|action|content)="https?:[^"]*skylog/)
  })

  test('the error page names an application that is not in production', () => {
    assert.match(words(page('error-not-in-production')), /Skylog can be tried in the sandbox/)
  })
})

describe('the account page', () => {
  test('each form of the account page posts a listed intent with its listed fields', () => {
    const seen = new Set<string>()
    for (const name of ['account-off-long-signed-in', 'account-enrolling', 'account-on']) {
      for (const [form] of page(name).matchAll(/<form.*?<\/form>/gs)) {
        const [intent, ...fields] = [...form.matchAll(/<input[^>]* name="([^"]*)"(?: value="([^"]*)")?/g)].map(
          ([, field, value]) => (field === 'intent' ? value : field),
        )
        assert.deepEqual(fields, ACCOUNT_INTENTS[intent as AccountIntent], String(intent))
        seen.add(intent ?? '')
      }
    }
    assert.deepEqual([...seen].toSorted(), Object.keys(ACCOUNT_INTENTS).toSorted())
  })

  test('the key of the second step is shown only during setup', () => {
    assert.match(words(page('account-enrolling')), /JBSW Y3DP EHPK 3PXP/)
    assert.match(page('account-enrolling'), /<svg [^>]*role="img" aria-label="QR code/)
    for (const name of ['account-off', 'account-on']) assert.doesNotMatch(page(name), /JBSW|otpauth/)
  })

  test('buttons with the same text have different accessible names', () => {
    assert.match(words(page('account-off')), /End the access of Pilot Book/)
    assert.match(words(page('account-off')), /Sign out Safari on iPhone/)
  })
})

describe('landing and the demo’s callback', () => {
  test('without a demo the landing page names no operator, user or key', () => {
    assert.doesNotMatch(words(page('landing')), /Alpine|@|air_test|Password/)
    assert.match(words(page('landing-demo')), /anna@alpine\.example/)
  })

  test("the demo's callback shows what came back and what to do next", () => {
    const actions = (name: string) => [...page(name).matchAll(/name="action" value="(\w+)"/g)].map((match) => match[1])
    assert.deepEqual(actions('callback-code'), ['exchange'])
    assert.deepEqual(actions('callback-connected'), ['query', 'refresh', 'revoke'])
    assert.deepEqual(actions('callback-denied'), [])
    assert.match(words(page('callback-denied')), /Skylog was not let in.*access_denied/)
  })
})

describe('headers and assets of the pages', () => {
  test('the headers of the pages forbid scripts, framing and caching', () => {
    for (const conduct of ['stays', 'leads-away', 'shows-code'] as const) {
      const headers = pageSecurityHeaders(conduct)
      assert.match(
        headers['Content-Security-Policy'] ?? '',
        /^default-src 'none'; style-src 'self'; .*frame-ancestors 'none'/,
      )
      assert.doesNotMatch(headers['Content-Security-Policy'] ?? '', /unsafe|script-src/)
      assert.equal(headers['X-Frame-Options'], 'DENY')
      assert.equal(headers['Cache-Control'], 'no-store')
    }
  })

  test('pages with passkeys allow only our own script, connecting to this address only', () => {
    const policy = pageSecurityHeaders('leads-away', true)['Content-Security-Policy'] ?? ''
    assert.match(policy, /^default-src 'none'; .*script-src 'self'; connect-src 'self'$/)
    assert.doesNotMatch(policy, /unsafe|form-action/)
    for (const path of ['/assets/passkey.js', '/assets/recovery.js']) {
      const script = loadPageAssets().get(path)?.bytes ?? assert.fail('There is a script')
      assert.ok(gzipSync(script).length <= SCRIPT_BYTES_GZIPPED, `${gzipSync(script).length} bytes`)
    }
  })

  test('elements that need the script are hidden until it runs', () => {
    for (const name of ['sign-in-first', 'account-off', 'account-on']) {
      const parts = page(name).match(/<(div|form)[^>]* data-passkey="(sign-in|add)"[^>]*>/g) ?? []
      assert.equal(parts.length, 1, name)
      assert.match(parts[0] ?? '', / hidden>$/)
    }
  })

  test('form-action is set on pages whose forms stay here, and not where they lead to an application', () => {
    assert.match(pageSecurityHeaders('stays')['Content-Security-Policy'] ?? '', /form-action 'self'/)
    assert.doesNotMatch(pageSecurityHeaders('leads-away')['Content-Security-Policy'] ?? '', /form-action/)
    assert.equal(pageSecurityHeaders('shows-code')['Referrer-Policy'], 'no-referrer')
  })

  test('the stylesheet and the pages request only listed assets', async () => {
    const assets = loadPageAssets()
    const style = assets.get('/assets/pages.css')?.bytes.toString() ?? ''
    const root = join(import.meta.dirname, '..', '..', '..')
    const parts = { schema: graphs().operator, host: 'localhost', version: '0.0.0', root }
    const site = await new Documentation(parts).opened()
    const documentation = site.file('/docs/')?.text ?? ''
    const asked = [style, documentation, ...PAGE_GALLERY.map(({ markup }) => markup)].flatMap(
      (text) => text.match(/\/assets\/[\w.-]+/g) ?? [],
    )
    assert.deepEqual([...new Set(asked)].toSorted(), [...assets.keys()].toSorted())
    for (const path of ['/assets/inter.woff2', '/assets/jetbrains-mono.woff2']) {
      assert.equal(assets.get(path)?.bytes.toString('latin1', 0, 4), 'wOF2')
    }
  })

  test('every CSS class of a page has a rule', () => {
    const style = loadPageAssets().get('/assets/pages.css')?.bytes.toString() ?? ''
    const classes = PAGE_GALLERY.flatMap(({ markup }) => [...markup.matchAll(/ class="([^"]*)"/g)]).flatMap((match) =>
      (match[1] ?? '').split(/\s+/).filter(Boolean),
    )
    for (const name of new Set(classes)) assert.ok(new RegExp(`\\.${name}\\b`).test(style), name)
  })

  test('a QR code of every possible length is read back by another reader, and a longer text is not drawn', () => {
    for (const length of [1, 20, 60, 106, 150, 213, 400, 665, 666]) {
      const letters = Array.from(
        { length },
        (_, at) => 'otpauth://totp/Air%20:?=&ABCDEFGHabc123'[(at * 7 + length) % 39],
      )
      assert.equal(readQrCode(String(qrCode(letters.join('')))), letters.join(''))
    }
    assert.equal(qrCode('x'.repeat(667)), null)
  })
})

test("the demo's callback does not claim access after the application revoked its token, and its link back is in words", () => {
  const page = PAGE_GALLERY.find(({ name }) => name === 'callback-revoked')?.markup ?? ''
  assert.ok(words(page).includes('gave its access back'), words(page))
  assert.ok(!words(page).includes('was let in'))
  assert.match(page, /<span>Back to <bdi>/)
})
