/** One name has one monogram, on the server's pages and in the consoles. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monogram } from '../../server/src/pages/oauth/application.ts'
import { initials } from '../src/text/initials.ts'

test('a consent page and a console show the same letters for a name', () => {
  const shown = {
    Skylog: 'SK',
    'Alpine Jet': 'AJ',
    'Air-Side Ops GmbH': 'AS',
    'O’Brien': 'OB',
    Éole: 'ÉO',
    '7 Seas': '7S',
    X: 'X',
    '…': '?',
  }
  for (const [name, letters] of Object.entries(shown)) {
    assert.equal(initials(name), letters)
    assert.match(monogram(name).toString(), new RegExp(`>${letters.replace('?', '\\?')}<`))
  }
})
