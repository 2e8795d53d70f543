/** What stands around every page of the documentation: top, list of pages, what is on the page, foot. */
import { type Html, html } from '../pages/html.ts'
import { brandMark, icon } from '../pages/icons.ts'
import { documentOf } from '../pages/layout.ts'
import type { Heading } from './markdown.ts'

export const DOCS_PATH = '/docs/'
/** Beside each page: `/docs/guides/tokens/` and `/docs/guides/tokens.md`. */
export const markdownPath = (path: string): string => `${path.slice(0, -1)}.md`
const DOCS_SCRIPT = '/assets/docs.js'
const DOCS_STYLE = '/assets/docs.css'

const TOP = [
  ['Start', DOCS_PATH],
  ['Guides', `${DOCS_PATH}guides/`],
  ['Reference', `${DOCS_PATH}reference/`],
  ['Errors', `${DOCS_PATH}errors/`],
] as const
export type Area = (typeof TOP)[number][0]

export interface NavGroup {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

export interface DocsPage {
  readonly title: string
  readonly area: Area
  readonly path: string
  readonly main: Html
  readonly nav: readonly NavGroup[]
  readonly headings: readonly Heading[]
  /** Where the page stands as Markdown; null for pages that are only ways to others. */
  readonly markdownPath: string | null
}

const current = (isCurrent: boolean): Html | null => (isCurrent ? html` aria-current="page"` : null)

const top = (
  area: Area,
): Html => html`<header class="docs-top"><a class="brand" href="${DOCS_PATH}">${brandMark}Airside <span class="quiet">Docs</span></a>
<nav class="docs-tabs" aria-label="Documentation">${TOP.map(([label, href]) => html`<a href="${href}"${current(label === area)}>${label}</a>`)}</nav>
<form class="docs-find" role="search" action="${DOCS_PATH}search/"><label class="unseen" for="find">Search guides, fields, scopes and errors</label>
<input id="find" name="q" type="search" placeholder="Search the docs" autocomplete="off"><kbd aria-hidden="true">Ctrl K</kbd></form>
<a class="docs-own" href="/console/"><span class="own-name">Developer portal</span></a></header>`

const navList = ({ title, links }: NavGroup, path: string): Html =>
  html`<div><h3>${title}</h3><ul>${links.map(
    ({ label, href }) => html`<li><a href="${href}"${current(href === path)}>${label}</a></li>`,
  )}</ul></div>`

const navOf = ({ nav, path, title }: DocsPage): Html | null => {
  if (nav.length === 0) return null
  const lists = nav.map((group) => navList(group, path))
  return html`<nav class="docs-nav" aria-label="Pages">${lists}</nav>
<details class="docs-nav-small"><summary>${title}</summary><nav aria-label="Pages, small">${lists}</nav></details>`
}

const onThisPage = (headings: readonly Heading[]): Html | null =>
  headings.length < 2
    ? null
    : html`<aside class="docs-here" aria-label="On this page"><h3>On this page</h3><ul>${headings.map(
        ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
      )}</ul></aside>`

const foot = (
  version: string,
  markdownPath: string | null,
): Html => html`<footer class="docs-foot"><span>Airside ${version}, the documentation of this host</span>
${markdownPath && html`<a href="${markdownPath}">${icon('code')}This page as Markdown</a>`}
<a href="${DOCS_PATH}changes/">Changelog</a><a href="/llms.txt"><code>llms.txt</code></a></footer>`

export const framed = (page: DocsPage, version: string): string => {
  const nav = navOf(page)
  const body = html`<link rel="stylesheet" href="${DOCS_STYLE}">${top(page.area)}
<div class="docs-columns${nav ? '' : ' no-nav'}">${nav}
<main id="main" class="prose">${page.main}</main>${onThisPage(page.headings)}</div>${foot(version, page.markdownPath)}`
  return documentOf(page.title, null, body, DOCS_SCRIPT)
}
