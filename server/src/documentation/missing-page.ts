/** Where no page is: the search, and the list of guides. */
import { type Html, html } from '../pages/html.ts'
import { DOCS_PATH, type NavGroup } from './frame.ts'

/** `/docs/guides/webhook-signatures/` is looked for as its last words. */
const wordsOf = (path: string): string =>
  path
    .split('/')
    .findLast(Boolean)
    ?.replaceAll(/[^\p{L}\p{N}]+/gu, ' ') ?? ''

export const missingMain = (path: string, guides: readonly NavGroup[]): Html => html`<h1>There is no such page</h1>
<p class="lede">Nothing is at <code>${path}</code>. It may have moved, or never been.</p>
<form role="search" action="${DOCS_PATH}search/"><div class="field"><label for="missing">Search guides, fields, scopes and errors</label>
<input id="missing" name="q" type="search" value="${wordsOf(path)}"></div><p><button class="button" type="submit">Search</button></p></form>
<p><a href="${DOCS_PATH}">Start</a> · <a href="${DOCS_PATH}reference/">Reference</a> · <a href="${DOCS_PATH}errors/">Errors</a></p>
${guides.map(
  ({ title, links }) =>
    html`<h2>${title}</h2><ul class="index">${links.map(({ label, href }) => html`<li><a href="${href}">${label}</a></li>`)}</ul>`,
)}`
