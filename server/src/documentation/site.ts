/**
 * The whole documentation: which paths there are, and what each answers. What its pages are made from is gathered when
 * somebody first asks for one, in turns with other requests; a page is rendered when it is asked for.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { isOffered, SCOPES, scopeEntry } from '../domain/scopes.ts'
import { type Html, html } from '../pages/html.ts'
import { each, inTurns, type Steps, type Turn } from '../services/steps.ts'
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
  /** What is waited for between two steps of gathering. */
  readonly turn?: Turn
}

/** The documentation once it is gathered. */
export interface Site {
  readonly paths: readonly string[]
  has(path: string): boolean
  /** Rendered anew at each call. */
  file(path: string): SiteFile | null
  search(query: string): SiteFile
  /** What stands where no page is, with the ways to those that are. */
  missing(path: string): SiteFile
  found(query: string): readonly Hit[]
}

type Text = () => string

/** Expressions that read Markdown are compiled at their first uses, apart for texts beyond Latin-1: not with a page. */
const FIRST_TEXTS = ['once', 'once more', '**marked**', 'it’s once', 'it’s once more', 'it’s **marked**']

const HTML_TYPE = 'text/html; charset=utf-8'
const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'
const TEXT_TYPE = 'text/plain; charset=utf-8'

const GUIDES_PATH = `${DOCS_PATH}guides/`
const toolPath = ({ slug }: ToolPage): string => `${DOCS_PATH}tools/${slug}/`
const guidePath = ({ slug }: Guide): string => `${GUIDES_PATH}${slug}/`

export class Documentation {
  readonly #parts: SiteParts
  #opening: Promise<Site> | null = null

  constructor(parts: SiteParts) {
    this.#parts = parts
  }

  /** Whoever asks while it is gathered waits for the same. */
  opened(): Promise<Site> {
    this.#opening ??= inTurns(this.#gather(), this.#parts.turn).catch((error) => {
      this.#opening = null
      throw error
    })
    return this.#opening
  }

  #page(
    about: Pick<DocsPage, 'title' | 'area' | 'path'>,
    main: Html,
    more: Partial<Pick<DocsPage, 'nav' | 'headings' | 'markdownPath'>> = {},
  ): string {
    return framed({ nav: [], headings: [], markdownPath: null, ...about, ...more, main }, this.#parts.version)
  }

  *#gather(): Steps<Site> {
    const { schema, host, root } = this.#parts
    const guides = yield* readGuides(join(root, 'docs', 'site'), { host, schema })
    const tools = readToolPages(root, host)
    yield
    const entries = yield* referenceOf(schema)
    const listed = { guides, tools, entries, reference: this.#referenceParts(entries) }
    const [list, whole] = yield* machineLists(listed, host)
    const changes = schemaChangesMarkdown(yield* schemaChanges(root, schema))
    const search = yield* Search.over(documents(listed))
    yield* each(FIRST_TEXTS, renderMarkdown)
    return this.#siteOf(this.#filesOf(listed, { list, whole, changes }), search, guides)
  }

  #siteOf(files: Files, search: Search, guides: readonly Guide[]): Site {
    const fileOf = (contentType: string, text: string): SiteFile => ({ contentType, text })
    return {
      paths: [...files.keys()],
      has: (path) => files.has(path),
      file: (path) => {
        const found = files.get(path)
        return found ? fileOf(found.contentType, found.text()) : null
      },
      search: (query) => {
        const about = { title: 'Search', area: 'Start', path: `${DOCS_PATH}search/` } as const
        return fileOf(HTML_TYPE, this.#page(about, searchMain(query, search.find(query))))
      },
      missing: (path) => {
        if (!path.endsWith('/') && path.includes('.'))
          return fileOf(TEXT_TYPE, `There is nothing at ${path}. /llms.txt lists all pages.\n`)
        const about = { title: 'Not found', area: 'Start', path } as const
        return fileOf(HTML_TYPE, this.#page(about, missingMain(path, guideNav(guides))))
      },
      found: (query) => search.find(query),
    }
  }

  #filesOf(listed: Listed, { list, whole, changes }: Texts): Files {
    const { host, root } = this.#parts
    const { guides, tools } = listed
    const ofTools = toolNav(tools)
    const nav = [...guideNav(guides), ofTools]
    const files = new Map<string, { readonly contentType: string; readonly text: Text }>()
    const add = (path: string, contentType: string, text: Text) => files.set(path, { contentType, text })
    const addBoth = (path: string, markup: Text, markdown: Text) => {
      add(path, HTML_TYPE, markup)
      add(markdownPath(path), MARKDOWN_TYPE, markdown)
    }

    const home = { title: 'Documentation', area: 'Start', path: DOCS_PATH } as const
    addBoth(
      DOCS_PATH,
      () => this.#page(home, homeMain(host, guides), { markdownPath: markdownPath(DOCS_PATH) }),
      () => list,
    )
    this.#addGuides(guides, nav, addBoth)
    this.#addTools(tools, [ofTools], addBoth)
    this.#addReference(listed, addBoth)
    const errors = { title: 'Errors', area: 'Errors', path: `${DOCS_PATH}errors/` } as const
    addBoth(
      errors.path,
      () => this.#page(errors, errorsMain(), { markdownPath: markdownPath(errors.path) }),
      errorsMarkdown,
    )
    const cycles = { title: 'Life cycles', area: 'Reference', path: `${DOCS_PATH}life-cycles/` } as const
    addBoth(
      cycles.path,
      () => this.#page(cycles, lifeCyclesMain(), { markdownPath: markdownPath(cycles.path) }),
      () => `# Life cycles\n\n${lifeCyclesMarkdown()}`,
    )
    this.#addText('reference/changes', 'Changes of the graph', changes, addBoth)
    this.#addText('changes', 'Changelog', withoutFileLinks(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')), addBoth)
    for (const folder of ['/', DOCS_PATH]) {
      add(`${folder}llms.txt`, TEXT_TYPE, () => list)
      add(`${folder}llms-full.txt`, TEXT_TYPE, () => whole)
    }
    return files
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
      const { title, summary, text } = tool
      const path = toolPath(tool)
      const markup = (): string => {
        const { body, headings } = renderMarkdown(text)
        const main = html`<nav class="crumb" aria-label="Breadcrumb"><a href="${GUIDES_PATH}">Guides</a> › ${TOOLS_TITLE}</nav>
<h1>${title}</h1><p class="lede">${summary}</p>${body}`
        return this.#page({ title, area: 'Guides', path }, main, { nav, headings, markdownPath: markdownPath(path) })
      }
      addBoth(path, markup, () => `# ${title}\n\n${text}`)
    }
  }

  #addGuides(guides: readonly Guide[], nav: readonly NavGroup[], addBoth: AddBoth): void {
    guides.forEach((guide, index) => {
      const path = guidePath(guide)
      const next = guides[index + 1]
      const { title, summary, text } = guide
      const markup = (): string => {
        const { body, headings } = renderMarkdown(text)
        const main = html`<nav class="crumb" aria-label="Breadcrumb"><a href="${GUIDES_PATH}">Guides</a> › ${guide.section}</nav>
<h1>${title}</h1><p class="lede">${summary}</p><p class="hint">${guide.minutes} min · <a href="${markdownPath(path)}">as Markdown</a></p>
${body}${next && html`<p class="pager">Next: <a href="${guidePath(next)}">${next.title}</a></p>`}`
        return this.#page({ title, area: 'Guides', path }, main, { nav, headings, markdownPath: markdownPath(path) })
      }
      addBoth(path, markup, () => `# ${title}\n\n${summary}\n\n${text}`)
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
      () => this.#page(about, html`<h1>Guides</h1>${list}`, { markdownPath: markdownPath(GUIDES_PATH) }),
      () => `# Guides\n\n${guideLines(guides)}\n`,
    )
  }

  #addReference({ entries, reference }: Listed, addBoth: AddBoth): void {
    const area: Area = 'Reference'
    for (const entry of entries) {
      const path = entryPath(entry)
      const markup = (): string => {
        const more = { nav: referenceNav(entries, entry.group), markdownPath: markdownPath(path) }
        return this.#page({ title: entry.name, area, path }, entryMain(entry, reference), more)
      }
      addBoth(path, markup, () => entryMarkdown(entry, reference))
    }
    const groups = groupPages(entries)
    for (const group of groups) {
      const { title, path, main } = group
      addBoth(
        path,
        () => this.#page({ title, area, path }, main, { markdownPath: markdownPath(path) }),
        () => groupMarkdown(group),
      )
    }
    const path = `${DOCS_PATH}reference/`
    const more = { markdownPath: markdownPath(path) }
    addBoth(
      path,
      () => this.#page({ title: 'Reference', area, path }, referenceMain(entries), more),
      () => referenceMarkdown(groups),
    )
  }

  #addText(name: string, title: string, source: string, addBoth: AddBoth): void {
    const first = `${DOCS_PATH}${name}/`
    const pathOf = (index: number): string => (index === 0 ? first : `${first}${index + 1}/`)
    const pages = inPages(source.replace(/^# .*\n/, ''))
    pages.forEach((text, index) => {
      const path = pathOf(index)
      const isLast = index === pages.length - 1
      const markup = (): string => {
        const { body, headings } = renderMarkdown(text)
        const more = { headings, markdownPath: markdownPath(path) }
        const main = html`<h1>${title}</h1>${body}${!isLast && html`<p class="pager">Next: <a href="${pathOf(index + 1)}">what is older</a></p>`}`
        return this.#page({ title, area: 'Start', path }, main, more)
      }
      addBoth(path, markup, () => (index === 0 ? source : `# ${title}\n\n${text}`))
    })
  }
}

type AddBoth = (path: string, markup: Text, markdown: Text) => void

type Files = ReadonlyMap<string, { readonly contentType: string; readonly text: Text }>

/** What is made of many pages, and so gathered in turns: lists for programs, and what changed in the graph. */
type Texts = Readonly<Record<'list' | 'whole' | 'changes', string>>

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
function* machineLists(
  { guides, tools, entries, reference }: Listed,
  host: string,
): Steps<readonly [list: string, whole: string]> {
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
    ...(yield* each(asked.filter(isRoot), (entry) => entryMarkdown(entry, { ...reference, recorded: new Map() }))),
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
