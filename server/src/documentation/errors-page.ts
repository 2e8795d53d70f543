/** The error catalogue as a page: every code with its status, what it means and what to do. */
import { ENDPOINTS, ERROR_CATALOGUE, type ErrorEntry } from '../domain/error-catalogue.ts'
import { USER_ERROR_MEANINGS } from '../domain/user-error.ts'
import { type Html, html } from '../pages/html.ts'
import { renderMarkdown } from './markdown.ts'

const ENTRIES: readonly (readonly [string, ErrorEntry])[] = Object.entries(ERROR_CATALOGUE)

const statuses = ({ status, statusAt = {}, okAsPlainJson, redirects }: ErrorEntry): string =>
  [
    ...new Set([String(status), ...Object.values(statusAt).map(String), ...(redirects ? ['303'] : [])]),
    ...(okAsPlainJson ? ['200 as JSON'] : []),
  ].join(', ')

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

const USER_ERRORS = Object.entries(USER_ERROR_MEANINGS)

/** What the search knows of: the codes of the catalogue, then those of userErrorList. */
export const errorCodes: readonly { readonly code: string; readonly says: string }[] = [
  ...ENTRIES.map(([code, { meaning, remedy }]) => ({ code, says: `${meaning} ${remedy}` })),
  ...USER_ERRORS.map(([code, meaning]) => ({ code, says: `userErrorList. ${meaning}` })),
]

const LEDE =
  'Every refusal has a code from this page. Programs decide by the code; the text beside it is for people and may change.'

const INTRODUCTION = `Token endpoints answer \`{"error": "…", "error_description": "…"}\`, the query endpoint a GraphQL body with the code in capitals below \`extensions.code\`: \`invalid_token\` reads \`INVALID_TOKEN\`. Every answer carries \`X-Request-Id\`: give it to support with any question, and look it up yourself in the request log of the portal or the console.

**200 as JSON**: these three codes come with status 200, with \`errors\` and without \`data\`, unless the client sends \`Accept: application/graphql-response+json\`; then with 400. An argument out of its range is found while the query runs: \`BAD_USER_INPUT\` at the path of its field, with status 200 whatever is accepted. So look at \`errors\` in every answer: [Errors and request ids](/docs/guides/errors-and-request-ids/#status-codes).

A rule of the business that refuses a mutation is no error in this sense: it stands in \`userErrorList\`, with [codes of its own](/docs/errors/#user-errors).`

const USER_ERROR_LEDE =
  'In the payload of a mutation, with status 200. Nothing was written, and the idempotency key is not used up.'

export const errorsMain = (): Html => html`<h1>Errors</h1>
<p class="lede">${LEDE}</p>${renderMarkdown(INTRODUCTION).body}
<div class="errors">${ENTRIES.map(entry)}</div>
<h2 id="user-errors">Codes of userErrorList</h2><p>${USER_ERROR_LEDE}</p>
<dl class="members">${USER_ERRORS.map(
  ([code, meaning]) =>
    html`<div class="member" id="${code}"><dt><code>${code}</code></dt><dd><p>${meaning}</p></dd></div>`,
)}</dl>`

const entryMarkdown = ([code, facts]: readonly [string, ErrorEntry]): string =>
  [
    `## ${code}\n\n${facts.meaning}\n`,
    `- What to do: ${facts.remedy}`,
    `- Status: ${statuses(facts)}`,
    `- Where: ${places(facts)}`,
    `- In a GraphQL answer: \`extensions.code: ${code.toUpperCase()}\``,
    ...(facts.headers.length > 0 ? [`- Comes with: ${facts.headers.join(', ')}`] : []),
  ].join('\n')

export const errorsMarkdown = (): string =>
  [
    '# Errors',
    LEDE,
    INTRODUCTION,
    ...ENTRIES.map(entryMarkdown),
    '## Codes of userErrorList',
    USER_ERROR_LEDE,
    `${USER_ERRORS.map(([code, meaning]) => `- \`${code}\`: ${meaning}`).join('\n')}\n`,
  ].join('\n\n')
