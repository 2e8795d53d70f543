import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { summarizeConsent } from '../../src/domain/oauth/consent-summary.ts'
import { isOffered, isPersonalScope, SCOPES, type Scope, scopeEntry } from '../../src/domain/scopes.ts'

const grantable = (personal: boolean): Scope[] =>
  SCOPES.filter((scope) => isOffered(scope) && isPersonalScope(scope) === personal)

const scopeSets = (personal: boolean) => fc.subarray(grantable(personal))

/** Parses the sentences: which nouns can the application not see, which can it not change? */
const claims = (texts: readonly string[]): Record<'read' | 'write', Set<string>> => {
  const denied = { read: new Set<string>(), write: new Set<string>() }
  for (const text of texts) {
    const [, verb = '', nouns = ''] = /^(See or change|See|Change) (.*)$/.exec(text) ?? []
    for (const noun of nouns.split(/, | or /)) {
      if (verb.startsWith('See')) denied.read.add(noun)
      if (/change/i.test(verb)) denied.write.add(noun)
    }
  }
  return denied
}

for (const personal of [false, true]) {
  describe(`consent to ${personal ? 'a personal' : 'an operator’s'} application`, () => {
    test('"it will not be able to" lists only denied scopes, never a granted one', () => {
      fc.assert(
        fc.property(scopeSets(personal), (granted) => {
          const { denied } = summarizeConsent(granted, null, personal)
          const said = claims(denied.map((line) => line.text))
          const covered = new Set(denied.flatMap((line) => line.scopes))
          for (const scope of grantable(personal)) {
            const { access, noun } = scopeEntry(scope)
            assert.equal(said[access].has(noun), !granted.includes(scope), `${scope} in words`)
            assert.equal(covered.has(scope), !granted.includes(scope), `${scope} in the line’s own list`)
          }
        }),
      )
    })

    test('every scope appears once, as new or kept, under its own verb, and lost scopes are listed', () => {
      fc.assert(
        fc.property(scopeSets(personal), scopeSets(personal), (asked, earlier) => {
          const { added, kept, lost } = summarizeConsent(asked, earlier, personal)
          const scopes = (lines: readonly { scope: Scope }[]) => lines.map((line) => line.scope)
          const inCatalogueOrder = (set: readonly Scope[]) => SCOPES.filter((scope) => set.includes(scope))
          assert.ok(added.reads.every((line) => scopeEntry(line.scope).access === 'read'))
          assert.ok(added.writes.every((line) => scopeEntry(line.scope).access === 'write'))
          const fresh = [...scopes(added.reads), ...scopes(added.writes)]
          assert.deepEqual(inCatalogueOrder(fresh), inCatalogueOrder(asked.filter((scope) => !earlier.includes(scope))))
          assert.deepEqual(scopes(kept), inCatalogueOrder(asked.filter((scope) => earlier.includes(scope))))
          assert.deepEqual(scopes(lost), inCatalogueOrder(earlier.filter((scope) => !asked.includes(scope))))
        }),
      )
    })
  })
}

test('the lines of the summary are sentences', () => {
  const texts = (asked: Scope[], personal: boolean) =>
    summarizeConsent(asked, null, personal).denied.map((line) => line.text)
  assert.deepEqual(texts(['flight:read', 'aircraft:read', 'crew:read', 'movement:write'], false), [
    'See or change sales, passengers, handling requests, documents, logs, safety reports, contacts or company details',
    'See free aircraft, names on visits or who reported',
    'Change fleet, trips and flights or crew',
    'Reach another operator, your password or your API keys',
  ])
  assert.deepEqual(texts(grantable(true), true), [
    'See or change anything that is not your own',
    'Reach another operator, your password or an API key',
  ])
})
