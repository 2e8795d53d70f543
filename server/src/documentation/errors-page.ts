/** The error catalogue as a page: every code with its status, what it means and what to do. */
import { ENDPOINTS, ERROR_CATALOGUE, type ErrorEntry } from '../domain/error-catalogue.ts'
import { type Html, html } from '../pages/html.ts'

const ENTRIES: readonly (readonly [string, ErrorEntry])[] = Object.entries(ERROR_CATALOGUE)

const statuses = ({ status, statusAt = {}, redirects }: ErrorEntry): string =>
  [...new Set([String(status), ...Object.values(statusAt).map(String), ...(redirects ? ['303'] : [])])].join(', ')

const places = ({ endpoints }: ErrorEntry): string =>
  endpoints === 'all' ? 'every address' : endpoints.map((endpoint) => ENDPOINTS[endpoint]).join(', ')

const entry = ([code, facts]: readonly [
  string,
  ErrorEntry,
]): Html => html`<details class="error" id="${code}"><summary><code>${code}</code><span class="tag quiet">${statuses(facts)}</span><span>${facts.meaning}</span></summary>
<dl><div><dt>What to do</dt><dd>${facts.remedy}</dd></div><div><dt>Where</dt><dd>${places(facts)}</dd></div>
<div><dt>In a GraphQL answer</dt><dd><code>extensions.code: ${code.toUpperCase()}</code></dd></div>${
  facts.headers.length > 0 &&
  html`<div><dt>Comes with</dt><dd>${facts.headers.map((header) => html`<code>${header}</code> `)}</dd></div>`
}</dl></details>`

export const errorCodes: readonly { readonly code: string; readonly meaning: string; readonly remedy: string }[] =
  ENTRIES.map(([code, { meaning, remedy }]) => ({ code, meaning, remedy }))

export const errorsMain = (): Html => html`<h1>Errors</h1>
<p class="lede">Every refusal has a code from this page. Programs decide by the code; the text beside it is for people and may change.</p>
<p>Token endpoints answer <code>{"error": "…", "error_description": "…"}</code>, the query endpoint a GraphQL body with the code in capitals below <code>extensions.code</code>. A business rule that refuses a mutation is no error in this sense: it stands in <code>userErrorList</code>. Every answer carries <code>X-Request-Id</code>: give it to support with any question, and look it up yourself in the request log of the portal or the console.</p>
<div class="errors">${ENTRIES.map(entry)}</div>`

export const errorsMarkdown = (): string =>
  `# Errors\n\n${ENTRIES.map(([code, facts]) => `## ${code}\n\n${facts.meaning}\n\n- What to do: ${facts.remedy}\n- Status: ${statuses(facts)}\n- Where: ${places(facts)}`).join('\n\n')}\n`
