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
import { type Area, DOCS_PATH, type DocsPage, framed, type NavGroup } from './frame.ts'
import { type Guide, readGuides, SECTIONS } from './guides.ts'
import { homeMain } from './home-page.ts'
import { lifeCyclesMain } from './life-cycle-figure.ts'
import { lifeCyclesMarkdown } from './life-cycles.ts'
import { renderMarkdown } from './markdown.ts'
import { readRecordedExamples } from './recorded-examples.ts'
import { type Entry, referenceOf } from './reference.ts'
import { entryMain, entryMarkdown, entryPath, referenceMain, referenceNav } from './reference-page.ts'
import { schemaChanges, schemaChangesMarkdown } from './schema-changes.ts'
import { type Document, Search } from './search.ts'
import { searchMain } from './search-page.ts'
import { readToolPages, type ToolPage } from './tools.ts'

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
/** Beside each page: `/docs/guides/tokens/` and `/docs/guides/tokens.md`. */
const markdownPath = (path: string): string => `${path.slice(0, -1)}.md`

export class Documentation {
  readonly #parts: SiteParts
  #made: { files: ReadonlyMap<string, SiteFile>; search: Search } | null = null

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

  found(query: string): readonly Document[] {
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
    const guides = readGuides(join(root, 'docs', 'site'), host)
    const tools = readToolPages(root)
    const nav = [...guideNav(guides), toolNav(tools)]
    const entries = referenceOf(schema)
    const files = new Map<string, SiteFile>()
    const add = (path: string, contentType: string, text: string) => files.set(path, { contentType, text })
    const addBoth = (path: string, markup: string, markdown: string) => {
      add(path, HTML_TYPE, markup)
      add(markdownPath(path), MARKDOWN_TYPE, markdown)
    }

    add(
      DOCS_PATH,
      HTML_TYPE,
      this.#page({ title: 'Documentation', area: 'Start', path: DOCS_PATH }, homeMain(host, guides)),
    )
    this.#addGuides(guides, nav, addBoth, add)
    this.#addTools(tools, nav, addBoth)
    this.#addReference(entries, addBoth, add)
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
    this.#addText('changes', 'Changelog', readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), addBoth)
    for (const [path, text] of machineLists({ guides, tools, entries }, host)) add(path, TEXT_TYPE, text)
    return { files, search: new Search(documents({ guides, tools, entries })) }
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

  #addGuides(guides: readonly Guide[], nav: readonly NavGroup[], addBoth: AddBoth, add: Add): void {
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
    add(
      GUIDES_PATH,
      HTML_TYPE,
      this.#page({ title: 'Guides', area: 'Guides', path: GUIDES_PATH }, html`<h1>Guides</h1>${list}`),
    )
  }

  #addReference(entries: readonly Entry[], addBoth: AddBoth, add: Add): void {
    const recorded = readRecordedExamples(this.#parts.root)
    const byName = new Map(entries.map((entry) => [entry.name, entry]))
    const area: Area = 'Reference'
    for (const entry of entries) {
      const path = entryPath(entry)
      const main = entryMain(entry, { pages: (name) => byName.get(name), recorded })
      const more = { nav: referenceNav(entries, entry.group), markdownPath: markdownPath(path) }
      addBoth(
        path,
        this.#page({ title: entry.name, area, path }, main, more),
        entryMarkdown(entry, recorded.get(entry.name)),
      )
    }
    const path = `${DOCS_PATH}reference/`
    add(path, HTML_TYPE, this.#page({ title: 'Reference', area, path }, referenceMain(entries)))
  }

  #addText(name: string, title: string, source: string, addBoth: AddBoth): void {
    const path = `${DOCS_PATH}${name}/`
    const { body, headings } = renderMarkdown(source.replace(/^# .*\n/, ''))
    const more = { headings, markdownPath: markdownPath(path) }
    addBoth(path, this.#page({ title, area: 'Start', path }, html`<h1>${title}</h1>${body}`, more), source)
  }
}

type Add = (path: string, contentType: string, text: string) => void
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
}

const TOOLS_TITLE = 'Tools and hosting'

const toolNav = (tools: readonly ToolPage[]): NavGroup => ({
  title: TOOLS_TITLE,
  links: tools.map((tool) => ({ label: tool.title, href: toolPath(tool) })),
})

/** For programs that read documentation: a list of the pages, and all guides in one text. */
const machineLists = ({ guides, tools, entries }: Listed, host: string): [string, string][] => {
  const line = (title: string, path: string, summary: string) => `- [${title}](${markdownPath(path)}): ${summary}`
  const integrations = entries.filter(
    ({ group, isForIntegrations }) => isForIntegrations && (group === 'queries' || group === 'mutations'),
  )
  const list = [
    '# Airside',
    `> The API platform of aviation operators. Each operator has its own address below ${host}; one GraphQL endpoint each; OAuth 2.0 for applications, API keys for an operator’s own integrations.`,
    '## Guides',
    guides.map((guide) => line(guide.title, guidePath(guide), guide.summary)).join('\n'),
    `## ${TOOLS_TITLE}`,
    tools.map((tool) => line(tool.title, toolPath(tool), tool.summary)).join('\n'),
    '## Reference',
    integrations.map((entry) => line(entry.name, entryPath(entry), entry.description.replaceAll('\n', ' '))).join('\n'),
    line('Errors', `${DOCS_PATH}errors/`, 'every code, what it means and what to do'),
  ].join('\n\n')
  const whole = [
    ...guides.map(({ title, summary, text }) => `# ${title}\n\n${summary}\n\n${text}`),
    errorsMarkdown(),
    ...integrations.map((entry) => entryMarkdown(entry)),
  ].join('\n\n---\n\n')
  return [
    ['/llms.txt', `${list}\n`],
    ['/llms-full.txt', `${whole}\n`],
  ]
}

const documents = ({ guides, tools, entries }: Listed): Document[] => [
  ...tools.map((tool) => ({
    kind: 'Guides' as const,
    title: tool.title,
    href: toolPath(tool),
    text: `${tool.summary} ${tool.text}`,
  })),
  ...errorCodes.map(({ code, meaning, remedy }) => ({
    kind: 'Errors' as const,
    title: code,
    href: `${DOCS_PATH}errors/#${code}`,
    text: `${meaning} ${remedy}`,
  })),
  ...guides.map((guide) => ({
    kind: 'Guides' as const,
    title: guide.title,
    href: guidePath(guide),
    text: `${guide.summary} ${guide.text}`,
  })),
  ...entries.map((entry) => ({
    kind: 'Reference' as const,
    title: entry.name,
    href: entryPath(entry),
    text: `${entry.description} ${entry.members.map(({ name }) => name).join(' ')}`,
  })),
  ...SCOPES.filter(isOffered).map((scope) => ({
    kind: 'Scopes' as const,
    title: scope,
    href: `${GUIDES_PATH}scopes/#${scope.replaceAll(':', '-')}`,
    text: scopeEntry(scope).text,
  })),
]
