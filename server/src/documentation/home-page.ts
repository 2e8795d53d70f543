/** The first page: a query that works, the two ways in, and the words that carry the platform. */
import { APPLICATION_KINDS, type ApplicationKind, isOffered, scopeCeiling } from '../domain/scopes.ts'
import { type Html, html } from '../pages/html.ts'
import { codeBox } from './code-box.ts'
import { DOCS_PATH } from './frame.ts'
import type { Guide } from './guides.ts'

const KINDS: Readonly<
  Record<ApplicationKind, { readonly name: string; readonly text: string; readonly guide: string }>
> = {
  marketplace: {
    name: 'Marketplace',
    text: 'Offers an operator’s aircraft to those who look for a flight.',
    guide: 'kind-marketplace',
  },
  'flight-support': {
    name: 'Flight support',
    text: 'Handling, fuel and permits for the visits it serves.',
    guide: 'kind-flight-support',
  },
  'electronic-flight-bag': {
    name: 'Electronic flight bag',
    text: 'Briefing in, times and fuel out.',
    guide: 'kind-electronic-flight-bag',
  },
  'safety-management': {
    name: 'Safety management',
    text: 'Occurrence reports with the flight around them.',
    guide: 'kind-safety-management',
  },
  'pilot-logbook': {
    name: 'Pilot logbook',
    text: 'One person’s own flights, duties and papers.',
    guide: 'kind-pilot-logbook',
  },
  other: {
    name: 'Something else',
    text: 'Accounting, rostering, wallboards: all but passengers and safety.',
    guide: 'kind-other',
  },
}

const MAP = [
  ['Application', 'an administrator’s consent makes it a grant', 'application-to-production'],
  ['API key', 'an operator’s own integration', 'first-query'],
  ['Refresh token', 'kept by you, never sent with a query', 'tokens'],
  ['Access token', '30 minutes, at most 500 at once', 'tokens'],
  ['Scopes', 'checked for every field before anything runs', 'scopes'],
  ['Graph', 'flights, fleet, crew, contacts', null],
  ['Change feed', 'in order, for 30 days', 'change-feed'],
] as const

const firstQuery = (host: string): Html =>
  codeBox([
    {
      language: 'sh',
      text: `# 1  the key gives a token; it is good for 30 minutes
AT=http://alpine.sandbox.${host}
TOKEN=$(curl -s $AT/access_token/refresh/ -d refresh_token=$KEY)

# 2  the token gives data
curl -s $AT/api/graphql/ \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '{"query":"{ aircraftTypeList(wildcard: \\"B738\\") { iCAO } }"}'`,
    },
    {
      language: 'ts',
      text: `// npm install <checkout>/sdk, built there: not on the npm registry yet
import { connect } from '@airside/client'

const airside = connect({
  operator: 'alpine', environment: 'sandbox',
  service: 'http://${host}',
  apiKey: process.env.KEY,
})
const { aircraftTypeList } = await airside.query(
  '{ aircraftTypeList(wildcard: "B738") { acftTypeId iCAO } }')`,
    },
  ])

const guideHref = (slug: string): string => `${DOCS_PATH}guides/${slug}/`

const kindCard = (kind: ApplicationKind, guides: readonly Guide[]): Html => {
  const { name, text, guide } = KINDS[kind]
  const scopes = scopeCeiling(kind, kind === 'pilot-logbook').filter(isOffered)
  const href = guides.some(({ slug }) => slug === guide) ? guideHref(guide) : guideHref('scopes')
  const shown = scopes.length > 4 ? `${scopes.slice(0, 4).join(' ')} …` : scopes.join(' ')
  return html`<a class="kind" href="${href}"><b>${name}</b><span>${text}</span><code>${shown}</code></a>`
}

export const homeMain = (
  host: string,
  guides: readonly Guide[],
): Html => html`<div class="docs-hero"><div class="stack"><h1>From a key to an operator’s flights, in a minute.</h1>
<p class="lede">One GraphQL endpoint for each operator. Every field says which scope it needs, every answer says what it cost, and nothing that changes is missed.</p>
<a class="way" href="${guideHref('first-query')}"><b>I work for one operator</b><span class="hint">An API key, made by your administrator. First answer in two requests.</span></a>
<a class="way" href="${guideHref('application-to-production')}"><b>I build for many operators</b><span class="hint">An application: register once, each operator consents. Sandbox at once.</span></a></div>
<section aria-labelledby="first"><h2 id="first">Your first query</h2>${firstQuery(host)}</section></div>
<section aria-labelledby="map"><h2 id="map">How it fits together</h2><p class="hint">Inside one operator, in one environment. Nothing crosses to another.</p>
<ul class="map">${MAP.map(
  ([name, text, slug]) =>
    html`<li><a href="${slug === null ? `${DOCS_PATH}reference/` : guideHref(slug)}"><b>${name}</b><span class="hint">${text}</span></a></li>`,
)}</ul></section>
<section aria-labelledby="kinds"><h2 id="kinds">What do you build?</h2><p class="hint">The kind decides the most an application may ever ask for.</p>
<div class="kinds">${APPLICATION_KINDS.map((kind) => kindCard(kind, guides))}</div></section>`
