/**
 * The whole documentation, made once when somebody first asks for a page of it: which paths there are, and what each
 * answers. Its pages hold nothing of a request, so each is rendered once.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { isOffered, SCOPES, scopeEntry } from '../domain/scopes.ts'
import { type Html, html } from '../pages/html.ts'
import { errorCodes, errorsMain, errorsMarkdown } from './errors-page.ts'
import { scopesOfExample } from './example-scopes.ts'
import { type Area, DOCS_PATH, type DocsPage, framed, markdownPath, type NavGroup } from './frame.ts'
import { type Guide, readGuides, SECTIONS } from './guides.ts'
import { homeMain } from './home-page.ts'
import { lifeCyclesMain } from './life-cycle-figure.ts'
import { lifeCyclesMarkdown } from './life-cycles.ts'
import { inPages } from './long-page.ts'
import { renderMarkdown } from './markdown.ts'
import { missingMain } from './missing-page.ts'
import { readRecordedExamples } from './recorded-examples.ts'
import { type Entry, referenceOf } from './reference.ts'
import {
  entryMain,
  entryMarkdown,
  entryPath,
  groupMarkdown,
  groupPages,
  type ReferenceParts,
  referenceMain,
  referenceMarkdown,
  referenceNav,
} from './reference-page.ts'
import { schemaChanges, schemaChangesMarkdown } from './schema-changes.ts'
import { type Document, type Hit, Search } from './search.ts'
import { searchMain } from './search-page.ts'
import { readToolPages, type ToolPage, withoutFileLinks } from './tools.ts'

export interface SiteFile {
  readonly contentType: string
  readonly text: string
}

export interface SiteParts {
  readonly schema: GraphQLSchema
  /** The service's own host, with its port. */
  readonly host: string
  readonly version: string
  /** The folder that holds docs/site, CHANGELOG.md and docs/hosting.md in a checkout or a package. */
  readonly root: string
}

const HTML_TYPE = 'text/html; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

const GUIDES_PATH = `${DOCS_PATH}guides/`
const toolPath = ({ slug }: ToolPage): string => `${DOCS_PATH}tools/${slug}/`
const guidePath = ({ slug }: Guide): string => `${GUIDES_PATH}${slug}/`

export class Documentation {
  readonly #parts: SiteParts
  #made: { files: ReadonlyMap<string, SiteFile>; search: Search; guides: readonly Guide[] } | null = null

  constructor(parts: SiteParts) {
    this.#parts = parts
  }

  /** The paths of all pages, for tests and for the list of the site. */
  get paths(): readonly string[] {
    return [...this.#all.files.keys()]
  }

  file(path: string): SiteFile | null {
    return this.#all.files.get(path) ?? null
  }

  search(query: string): SiteFile {
    const found = this.#all.search.find(query)
    const page = this.#page({ title: 'Search', area: 'Start', path: `${DOCS_PATH}search/` }, searchMain(query, found))
    return { contentType: HTML_TYPE, text: page }
  }

  /** What stands where no page is, with the ways to those that are. */
  missing(path: string): SiteFile {
    if (!path.endsWith('/') && path.includes('.'))
      return { contentType: TEXT_TYPE, text: `There is nothing at ${path}. /llms.txt lists all pages.\n` }
    const page = this.#page({ title: 'Not found', area: 'Start', path }, missingMain(path, guideNav(this.#all.guides)))
    return { contentType: HTML_TYPE, text: page }
  }

  found(query: string): readonly Hit[] {
    return this.#all.search.find(query)
  }

  get #all() {
    this.#made ??= this.#make()
    return this.#made
  }

  #page(
    about: Pick<DocsPage, 'title' | 'area' | 'path'>,
    main: Html,
    more: Partial<Pick<DocsPage, 'nav' | 'headings' | 'markdownPath'>> = {},
  ): string {
    return framed({ nav: [], headings: [], markdownPath: null, ...about, ...more, main }, this.#parts.version)
  }

  #make() {
    const { schema, host, root } = this.#parts
    const guides = readGuides(join(root, 'docs', 'site'), { host, schema })
    const tools = readToolPages(root, host)
    const ofTools = toolNav(tools)
    const nav = [...guideNav(guides), ofTools]
    const entries = referenceOf(schema)
    const files = new Map<string, SiteFile>()
    const add = (path: string, contentType: string, text: string) => files.set(path, { contentType, text })
    const addBoth = (path: string, markup: string, markdown: string) => {
      add(path, HTML_TYPE, markup)
      add(markdownPath(path), MARKDOWN_TYPE, markdown)
    }

    const listed = { guides, tools, entries, reference: this.#referenceParts(entries) }
    const [list, whole] = machineLists(listed, host)
    const home = { title: 'Documentation', area: 'Start', path: DOCS_PATH } as const
    addBoth(DOCS_PATH, this.#page(home, homeMain(host, guides), { markdownPath: markdownPath(DOCS_PATH) }), list)
    this.#addGuides(guides, nav, addBoth)
    this.#addTools(tools, [ofTools], addBoth)
    this.#addReference(listed, addBoth)
    const errorsPath = `${DOCS_PATH}errors/`
    addBoth(
      errorsPath,
      this.#page({ title: 'Errors', area: 'Errors', path: errorsPath }, errorsMain(), {
        markdownPath: markdownPath(errorsPath),
      }),
      errorsMarkdown(),
    )
    const cyclesPath = `${DOCS_PATH}life-cycles/`
    addBoth(
      cyclesPath,
      this.#page({ title: 'Life cycles', area: 'Reference', path: cyclesPath }, lifeCyclesMain(), {
        markdownPath: markdownPath(cyclesPath),
      }),
      `# Life cycles\n\n${lifeCyclesMarkdown()}`,
    )
    const changes = schemaChangesMarkdown(schemaChanges(root, schema))
    this.#addText('reference/changes', 'Changes of the graph', changes, addBoth)
    this.#addText('changes', 'Changelog', withoutFileLinks(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')), addBoth)
    for (const folder of ['/', DOCS_PATH]) {
      add(`${folder}llms.txt`, TEXT_TYPE, list)
      add(`${folder}llms-full.txt`, TEXT_TYPE, whole)
    }
    return { files, guides, search: new Search(documents(listed)) }
  }

  #referenceParts(entries: readonly Entry[]): ReferenceParts {
    const { schema, root } = this.#parts
    const byName = new Map(entries.map((entry) => [entry.name, entry]))
    return {
      pages: (name) => byName.get(name),
      recorded: readRecordedExamples(root),
      scopesOf: (example, variables) => scopesOfExample(schema, example, variables),
    }
  }

  #addTools(tools: readonly ToolPage[], nav: readonly NavGroup[], addBoth: AddBoth): void {
    for (const tool of tools) {
      const { title, summary, headings, text } = tool
      const path = toolPath(tool)
      const main = html`<nav class="crumb" aria-label="Breadcrumb"><a href="${GUIDES_PATH}">Guides</a> › ${TOOLS_TITLE}</nav>
<h1>${title}</h1><p class="lede">${summary}</p>${tool.body}`
      const more = { nav, headings, markdownPath: markdownPath(path) }
      addBoth(path, this.#page({ title, area: 'Guides', path }, main, more), `# ${title}\n\n${text}`)
    }
  }

  #addGuides(guides: readonly Guide[], nav: readonly NavGroup[], addBoth: AddBoth): void {
    guides.forEach((guide, index) => {
      const path = guidePath(guide)
      const next = guides[index + 1]
      const main = html`<nav class="crumb" aria-label="Breadcrumb"><a href="${GUIDES_PATH}">Guides</a> › ${guide.section}</nav>
<h1>${guide.title}</h1><p class="lede">${guide.summary}</p><p class="hint">${guide.minutes} min · <a href="${markdownPath(path)}">as Markdown</a></p>
${guide.body}${next && html`<p class="pager">Next: <a href="${guidePath(next)}">${next.title}</a></p>`}`
      const { title, headings } = guide
      const page = this.#page({ title, area: 'Guides', path }, main, {
        nav,
        headings,
        markdownPath: markdownPath(path),
      })
      addBoth(path, page, `# ${title}\n\n${guide.summary}\n\n${guide.text}`)
    })
    const list = nav.map(
      ({ title, links }) =>
        html`<h2>${title}</h2><ul class="index">${links.map(({ label, href }) => {
          const summary = guides.find((guide) => guidePath(guide) === href)?.summary
          return html`<li><a href="${href}">${label}</a>${summary && html` <span class="hint">${summary}</span>`}</li>`
        })}</ul>`,
    )
    const about = { title: 'Guides', area: 'Guides', path: GUIDES_PATH } as const
    addBoth(
      GUIDES_PATH,
      this.#page(about, html`<h1>Guides</h1>${list}`, { markdownPath: markdownPath(GUIDES_PATH) }),
      `# Guides\n\n${guideLines(guides)}\n`,
    )
  }

  #addReference({ entries, reference }: Listed, addBoth: AddBoth): void {
    const area: Area = 'Reference'
    for (const entry of entries) {
      const path = entryPath(entry)
      const more = { nav: referenceNav(entries, entry.group), markdownPath: markdownPath(path) }
      const page = this.#page({ title: entry.name, area, path }, entryMain(entry, reference), more)
      addBoth(path, page, entryMarkdown(entry, reference))
    }
    const groups = groupPages(entries)
    for (const group of groups) {
      const { title, path, main } = group
      addBoth(path, this.#page({ title, area, path }, main, { markdownPath: markdownPath(path) }), groupMarkdown(group))
    }
    const path = `${DOCS_PATH}reference/`
    const more = { markdownPath: markdownPath(path) }
    addBoth(
      path,
      this.#page({ title: 'Reference', area, path }, referenceMain(entries), more),
      referenceMarkdown(groups),
    )
  }

  #addText(name: string, title: string, source: string, addBoth: AddBoth): void {
    const first = `${DOCS_PATH}${name}/`
    const pathOf = (index: number): string => (index === 0 ? first : `${first}${index + 1}/`)
    const pages = inPages(source.replace(/^# .*\n/, ''))
    pages.forEach((text, index) => {
      const path = pathOf(index)
      const { body, headings } = renderMarkdown(text)
      const more = { headings, markdownPath: markdownPath(path) }
      const isLast = index === pages.length - 1
      const main = html`<h1>${title}</h1>${body}${!isLast && html`<p class="pager">Next: <a href="${pathOf(index + 1)}">what is older</a></p>`}`
      const markdown = index === 0 ? source : `# ${title}\n\n${text}`
      addBoth(path, this.#page({ title, area: 'Start', path }, main, more), markdown)
    })
  }
}

type AddBoth = (path: string, markup: string, markdown: string) => void

const guideNav = (guides: readonly Guide[]): NavGroup[] =>
  SECTIONS.map((title) => ({
    title,
    links: guides
      .filter(({ section }) => section === title)
      .map((guide) => ({ label: guide.title, href: guidePath(guide) })),
  })).filter(({ links }) => links.length > 0)

interface Listed {
  readonly guides: readonly Guide[]
  readonly tools: readonly ToolPage[]
  readonly entries: readonly Entry[]
  readonly reference: ReferenceParts
}

const TOOLS_TITLE = 'Tools and hosting'

const toolNav = (tools: readonly ToolPage[]): NavGroup => ({
  title: TOOLS_TITLE,
  links: tools.map((tool) => ({ label: tool.title, href: toolPath(tool) })),
})

const pageLine = (title: string, path: string, summary: string): string =>
  `- [${title}](${markdownPath(path)}): ${summary.replaceAll('\n', ' ')}`

const guideLines = (guides: readonly Guide[]): string =>
  guides.map((guide) => pageLine(guide.title, guidePath(guide), guide.summary)).join('\n')

/** For programs that read documentation: a list of the pages, and all guides with the reference in one text. */
const machineLists = ({ guides, tools, entries, reference }: Listed, host: string): [list: string, whole: string] => {
  const asked = entries.filter(({ isForIntegrations }) => isForIntegrations)
  const isRoot = ({ group }: Entry): boolean => group === 'queries' || group === 'mutations'
  const lines = (chosen: readonly Entry[]): string =>
    chosen.map((entry) => pageLine(entry.name, entryPath(entry), entry.description)).join('\n')
  const list = [
    '# Airside',
    `> The API platform of aviation operators. Each operator has its own address below ${host}; one GraphQL endpoint each; OAuth 2.0 for applications, API keys for an operator’s own integrations.`,
    '## Guides',
    guideLines(guides),
    `## ${TOOLS_TITLE}`,
    tools.map((tool) => pageLine(tool.title, toolPath(tool), tool.summary)).join('\n'),
    '## Reference',
    pageLine('Errors', `${DOCS_PATH}errors/`, 'every code, what it means and what to do'),
    pageLine('Everything', `${DOCS_PATH}reference/`, 'the list of the reference, the console’s own included'),
    lines(asked.filter(isRoot)),
    '## Types, inputs and enumerations',
    lines(asked.filter((entry) => !isRoot(entry))),
  ].join('\n\n')
  const whole = [
    ...guides.map(({ title, summary, text }) => `# ${title}\n\n${summary}\n\n${text}`),
    errorsMarkdown(),
    ...asked.filter(isRoot).map((entry) => entryMarkdown(entry, { ...reference, recorded: new Map() })),
  ].join('\n\n---\n\n')
  return [`${list}\n`, `${whole}\n`]
}

const documents = ({ guides, tools, entries }: Listed): Document[] => [
  ...tools.map((tool) => ({
    kind: 'Guides' as const,
    title: tool.title,
    href: toolPath(tool),
    text: `${tool.summary}\n\n${tool.text}`,
    words: tool.words,
    isForHosts: tool.isForHosts,
  })),
  ...errorCodes.map(({ code, says }) => ({
    kind: 'Errors' as const,
    title: code,
    href: `${DOCS_PATH}errors/#${code}`,
    text: says,
  })),
  ...guides.map((guide) => ({
    kind: 'Guides' as const,
    title: guide.title,
    href: guidePath(guide),
    text: `${guide.summary}\n\n${guide.text}`,
    words: guide.words,
  })),
  ...entries.map((entry) => ({
    kind: 'Reference' as const,
    title: entry.name,
    href: entryPath(entry),
    text: entry.description,
    members: entry.members.map(({ name }) => name),
  })),
  ...SCOPES.filter(isOffered).map((scope) => ({
    kind: 'Scopes' as const,
    title: scope,
    href: `${GUIDES_PATH}scopes/#${scope.replaceAll(':', '-')}`,
    text: scopeEntry(scope).text,
  })),
]
