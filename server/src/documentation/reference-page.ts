/** The pages of the reference, as HTML and as Markdown. */
import { isOffered, type Scope } from '../domain/scopes.ts'
import { type Html, html } from '../pages/html.ts'
import { codeBox } from './code-box.ts'
import { DOCS_PATH, markdownPath, type NavGroup } from './frame.ts'
import { lifeCycleFigure } from './life-cycle-figure.ts'
import { lifeCycleOf } from './life-cycles.ts'
import { renderMarkdown } from './markdown.ts'
import type { RecordedExample } from './recorded-examples.ts'
import type { Entry, Group, Member } from './reference.ts'

const REFERENCE_PATH = `${DOCS_PATH}reference/`

const TITLES: Readonly<Record<Group, string>> = {
  queries: 'Queries',
  mutations: 'Mutations',
  types: 'Types',
  inputs: 'Inputs',
  enums: 'Enumerations',
  scalars: 'Scalars',
}

const GROUPS = Object.keys(TITLES) as readonly Group[]

const MEMBERS: Readonly<Record<Group, string>> = {
  queries: 'Arguments',
  mutations: 'Arguments',
  types: 'Fields',
  inputs: 'Fields',
  enums: 'Values',
  scalars: '',
}

export const entryPath = ({ group, name }: Pick<Entry, 'group' | 'name'>): string =>
  `${REFERENCE_PATH}${group}/${name}/`

/** What a page of the reference is made with: the page of a name, and what the demo answered to an example. */
export interface ReferenceParts {
  readonly pages: Pages
  readonly recorded: ReadonlyMap<string, RecordedExample>
  /** All scopes that an example needs, those of what it selects included. */
  readonly scopesOf: (example: string, variables: RecordedExample['variables']) => readonly Scope[]
}

type Pages = (name: string) => Entry | undefined

const linked = (name: string, pages: Pages): Html => {
  const entry = pages(name)
  return entry ? html`<a href="${entryPath(entry)}">${name}</a>` : html`${name}`
}

const typeMarkup = ({ type = '', typeName }: Pick<Member, 'type' | 'typeName'>, pages: Pages): Html => {
  if (!typeName) return html`<code>${type}</code>`
  const [before = '', after = ''] = type.split(typeName)
  return html`<code>${before}${linked(typeName, pages)}${after}</code>`
}

/** Scopes of the console itself cannot be granted, so no guide explains them. */
const scopeTag = (scope: Scope): Html =>
  isOffered(scope)
    ? html` <a class="tag quiet" href="${DOCS_PATH}guides/scopes/#${scope.replaceAll(':', '-')}">${scope}</a>`
    : html` <span class="tag quiet">${scope}</span>`

const scopeTags = (scopes: readonly Scope[]): Html[] => scopes.map(scopeTag)

const words = (text: string): Html | null => (text === '' ? null : renderMarkdown(text).body)

const deprecationNote = (reason: string | null): Html | null =>
  reason === null ? null : html`<p class="deprecated"><b>Deprecated.</b> ${reason}</p>`

const rowsText = (rows: number): string =>
  `Counts as ${rows} ${rows === 1 ? 'row' : 'rows'} in the cost, and what is answered beyond afterwards.`

const memberRow = (
  member: Member,
  pages: Pages,
): Html => html`<div class="member" id="${member.name}"><dt><code>${member.name}</code>${
  member.type && html` ${typeMarkup(member, pages)}`
}${member.isRequired && html` <span class="tag">required</span>`}${scopeTags(member.scopes)}</dt>
<dd>${words(member.description)}${
  member.defaultValue !== undefined && html`<p class="hint">Default <code>${member.defaultValue}</code></p>`
}${member.rows !== undefined && html`<p class="hint">${rowsText(member.rows)}</p>`}${
  member.scopesByValue && html`<p class="hint">Each value needs its scope: ${byValueText(member.scopesByValue)}.</p>`
}${deprecationNote(member.deprecation)}</dd></div>`

const THREE_GRAPHS = `${DOCS_PATH}guides/three-graphs/`

const kindsText = ({ kinds }: Entry): string => `${kinds.join(', ')}; API keys`

const access = (entry: Entry): Html | null => {
  if (entry.group !== 'queries' && entry.group !== 'mutations' && entry.group !== 'types') return null
  const scopes = entry.scopes.length === 0 ? html`No scope: any valid token.` : html`All of${scopeTags(entry.scopes)}`
  const who = entry.isForIntegrations
    ? entry.kinds.length > 0 && html`<div><dt>Kinds that may ask</dt><dd>${kindsText(entry)}</dd></div>`
    : html`<div><dt>Who</dt><dd>People signed in to the console, at <a href="${THREE_GRAPHS}"><code>/console/graphql/</code></a>; no application and no key</dd></div>`
  return html`<dl class="facts-strip"><div><dt>Scopes</dt><dd>${scopes}</dd></div>${who}${
    entry.cost && html`<div><dt>Cost</dt><dd>${entry.cost}</dd></div>`
  }</dl>`
}

const EXPLORER_PATH = '/console/explorer/'

/** After the number sign, so that a query is sent to nobody before somebody runs it. */
const explorerHref = (query: string, variables: object): string =>
  `${EXPLORER_PATH}#${new URLSearchParams({ query, variables: inLines(variables) })}`

const inLines = (value: object): string => JSON.stringify(value, null, 2)
const isGiven = (variables: object): boolean => Object.keys(variables).length > 0

/** As scripts/examples/record.ts does it. */
const SHORTENED =
  'Recorded from the demo and shortened: of a list the first two entries, of a long text the beginning, secrets as “…”.'

const exampleSection = (
  { name, example, isForIntegrations }: Entry,
  { recorded, scopesOf }: ReferenceParts,
): Html | null => {
  if (example === null) return null
  const { variables = {}, answer } = recorded.get(name) ?? {}
  const scopes = scopesOf(example, variables)
  return html`<h2 id="example">Example</h2>${
    scopes.length > 0 && html`<p>This example needs${scopeTags(scopes)}.</p>`
  }${codeBox([{ language: 'graphql', text: example }])}${
    isGiven(variables) && codeBox([{ language: 'json', label: 'Variables', text: inLines(variables) }])
  }${
    answer &&
    html`${codeBox([{ language: 'json', label: 'Answer of the demo', text: inLines(answer) }])}<p class="hint">${SHORTENED}</p>`
  }${
    isForIntegrations &&
    html`<p><a href="${explorerHref(example, variables)}">Open in the explorer</a> <span class="hint">with a token of your sandbox; ids are the demo’s</span></p>`
  }`
}

const ERRORS_PATH = `${DOCS_PATH}errors/`

const errorLinks = (codes: readonly string[], shown = (code: string): string => code): Html[] =>
  codes.map((code) => html`<a class="tag quiet" href="${ERRORS_PATH}#${code}">${shown(code)}</a> `)

const asCode = (code: string): string => code.toUpperCase()

const errorsSection = ({ errors }: Entry): Html | null =>
  errors &&
  html`<h2 id="errors">Errors</h2><p>The request is refused as a whole: ${errorLinks(errors.request, asCode)}</p>${
    errors.user &&
    html`<p>Nothing is written, and <code>userErrorList</code> says why: ${errorLinks(errors.user)}, or what a rule of the record refuses with: <a href="${REFERENCE_PATH}enums/UserErrorCode/">all codes</a>.</p>`
  }`

const lifeCycleSection = (name: string): Html | null => {
  const cycle = lifeCycleOf(name)
  return (
    cycle &&
    html`<h2 id="life-cycle">Life cycle</h2>${lifeCycleFigure(cycle)}<p><a href="${DOCS_PATH}life-cycles/">Every step with who may take it</a></p>`
  )
}

export const entryMain = (entry: Entry, parts: ReferenceParts): Html => {
  const { pages } = parts
  const { group, name, members, returns, usedBy } = entry
  return html`<nav class="crumb" aria-label="Breadcrumb"><a href="${REFERENCE_PATH}">Reference</a> › <a href="${groupPath(group)}">${TITLES[group]}</a></nav>
<h1><code>${name}</code></h1>${words(entry.description)}${deprecationNote(entry.deprecation)}${access(entry)}
${returns && html`<p>Answers ${typeMarkup(returns, pages)}.</p>`}
${exampleSection(entry, parts)}
${members.length > 0 && html`<h2 id="members">${MEMBERS[group]}</h2><dl class="members">${members.map((member) => memberRow(member, pages))}</dl>`}
${errorsSection(entry)}${lifeCycleSection(name)}
${usedBy.length > 0 && html`<h2 id="used-by">Used by</h2><p>${usedBy.map((user) => html`<code>${linked(user, pages)}</code> `)}</p>`}`
}

const firstSentence = (text: string): string => /^[^.]*\./.exec(text.replaceAll('\n', ' '))?.[0] ?? text

const indexOf = (entries: readonly Entry[]): Html =>
  html`<ul class="index">${entries.map(
    (entry) =>
      html`<li><a href="${entryPath(entry)}"><code>${entry.name}</code></a> <span class="hint">${firstSentence(entry.description)}</span></li>`,
  )}</ul>`

const groupPath = (group: Group): string => `${REFERENCE_PATH}${group}/`

export interface GroupPage {
  readonly title: string
  readonly path: string
  readonly entries: readonly Entry[]
  readonly main: Html
}

/** Everything of one group; what only the console uses stands apart. */
export const groupPages = (all: readonly Entry[]): readonly GroupPage[] =>
  GROUPS.map((group) => {
    const title = TITLES[group]
    const entries = all.filter((entry) => entry.group === group)
    const ofConsole = entries.filter(({ isForIntegrations }) => !isForIntegrations)
    const main = html`<nav class="crumb" aria-label="Breadcrumb"><a href="${REFERENCE_PATH}">Reference</a> › ${title}</nav>
<h1>${title}</h1>${indexOf(entries.filter(({ isForIntegrations }) => isForIntegrations))}${
      ofConsole.length > 0 && html`<h2 id="console">For the console only</h2>${indexOf(ofConsole)}`
    }`
    return { title, path: groupPath(group), entries, main }
  })

const isCalled = (group: Group): boolean => group === 'queries' || group === 'mutations'

/** What integrations call, and the way to everything else: a page for each group. */
export const referenceMain = (entries: readonly Entry[]): Html => {
  const sections = GROUPS.map((group) => {
    const ofGroup = entries.filter((entry) => entry.group === group)
    const called = ofGroup.filter(({ isForIntegrations }) => isForIntegrations)
    return isCalled(group)
      ? html`<h2 id="${group}">${TITLES[group]}</h2>${indexOf(called)}<p><a href="${groupPath(group)}">All ${ofGroup.length}, with those for the console only</a></p>`
      : html`<h2 id="${group}">${TITLES[group]}</h2><p><a href="${groupPath(group)}">All ${ofGroup.length} of them</a></p>`
  })
  return html`<h1>Reference</h1><p class="lede">Every query, mutation and type of an operator’s graph, from the schema that answers requests. The graph only grows: a field is removed 180 days after it is marked as deprecated. <a href="${REFERENCE_PATH}changes/">What changed</a> from release to release; <a href="${DOCS_PATH}life-cycles/">life cycles</a>.</p>
<p>Integrations ask at <code>POST /api/graphql/</code> of the operator’s address, with <code>Authorization: Bearer</code> and a JSON body. What is for the console only is for people who are signed in, at <code>/console/graphql/</code>: see <a href="${THREE_GRAPHS}">Three graphs</a>. <a href="/scopes.json">scopes.json</a> has the same as data.</p>${sections}`
}

export const referenceNav = (entries: readonly Entry[], group: Group): NavGroup[] => [
  {
    title: TITLES[group],
    links: entries
      .filter((entry) => entry.group === group && entry.isForIntegrations)
      .map((entry) => ({ label: entry.name, href: entryPath(entry) })),
  },
]

/** `[Flight!]!` with a link to the page of Flight, where it has one. */
const typeMarkdown = ({ type = '', typeName }: Pick<Member, 'type' | 'typeName'>, pages: Pages): string => {
  const entry = typeName === undefined ? undefined : pages(typeName)
  return entry ? `[\`${type}\`](${markdownPath(entryPath(entry))})` : `\`${type}\``
}

const byValueText = (byValue: NonNullable<Member['scopesByValue']>): string =>
  Object.entries(byValue)
    .filter(([, scopes]) => scopes.length > 0)
    .map(([value, scopes]) => `${value} ${scopes.join(' ')}`)
    .join(', ')

const memberLine = (member: Member, pages: Pages): string => {
  const { name, type, description, scopes, scopesByValue, isRequired, rows, defaultValue, deprecation } = member
  const facts = [
    type && typeMarkdown(member, pages),
    isRequired && 'required',
    defaultValue !== undefined && `default \`${defaultValue}\``,
    scopes.length > 0 && `needs ${scopes.join(' ')}`,
    scopesByValue && `each value needs its scope (${byValueText(scopesByValue)})`,
    rows !== undefined && `counts as ${rows} in the cost`,
    deprecation !== null && `deprecated: ${deprecation}`,
  ].filter(Boolean)
  return `- \`${name}\` ${facts.join(', ')}${description && `: ${description.replaceAll('\n', ' ')}`}`
}

const fence = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

const exampleMarkdown = ({ name, example }: Entry, { recorded, scopesOf }: ReferenceParts): string => {
  if (example === null) return ''
  const { variables = {}, answer } = recorded.get(name) ?? {}
  const scopes = scopesOf(example, variables)
  const needed = scopes.length > 0 ? [`This example needs: ${scopes.join(' ')}`] : []
  const given = isGiven(variables) ? [`with these variables:`, fence('json', inLines(variables))] : []
  const answered = answer ? ['The demo answered:', fence('json', inLines(answer)), SHORTENED] : []
  return ['## Example', ...needed, fence('graphql', example), ...given, ...answered].join('\n\n')
}

const accessMarkdown = (entry: Entry): string => {
  const { group, scopes, isForIntegrations, kinds } = entry
  if (group !== 'queries' && group !== 'mutations' && group !== 'types') return ''
  return [
    scopes.length > 0 ? `Scopes: all of ${scopes.join(' ')}` : 'Scopes: none, any valid token',
    isForIntegrations
      ? kinds.length > 0 && `Kinds that may ask: ${kindsText(entry)}`
      : `Who: people signed in to the console, at /console/graphql/; no application and no key (${markdownPath(THREE_GRAPHS)})`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

const errorsMarkdown = ({ errors }: Entry): string => {
  if (!errors) return ''
  const user = errors.user
    ? `\n\nIn \`userErrorList\`, with nothing written: ${errors.user.join(', ')}, or what a rule of the record refuses with.`
    : ''
  return `## Errors\n\nRefused as a whole: ${errors.request.map(asCode).join(', ')}${user}`
}

export const entryMarkdown = (entry: Entry, parts: ReferenceParts): string => {
  const { name, description, deprecation, returns, cost, members, usedBy, group } = entry
  return [
    `# ${name}`,
    description,
    deprecation === null ? '' : `Deprecated. ${deprecation}`,
    accessMarkdown(entry),
    returns ? `Answers ${typeMarkdown(returns, parts.pages)}` : '',
    cost ? `Cost: ${cost}` : '',
    exampleMarkdown(entry, parts),
    members.length > 0
      ? `## ${MEMBERS[group]}\n\n${members.map((member) => memberLine(member, parts.pages)).join('\n')}`
      : '',
    errorsMarkdown(entry),
    usedBy.length > 0
      ? `## Used by\n\n${usedBy.map((user) => typeMarkdown({ type: user, typeName: user }, parts.pages)).join(' ')}`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The entries of a group as Markdown, with the page of each. */
export const groupMarkdown = ({ title, entries }: GroupPage, level = '#'): string => {
  const lines = entries.map((entry) => {
    const who = entry.isForIntegrations ? '' : ' (for the console only)'
    return `- [${entry.name}](${markdownPath(entryPath(entry))})${who}: ${firstSentence(entry.description)}`
  })
  return `${level} ${title}\n\n${lines.join('\n')}`
}

/** The list of everything as Markdown. */
export const referenceMarkdown = (groups: readonly GroupPage[]): string => {
  const where = `Integrations ask at POST /api/graphql/ of the operator’s address with a bearer token. What is for the console only is for people who are signed in, at /console/graphql/: see [Three graphs](${markdownPath(THREE_GRAPHS)}).`
  return ['# Reference', where, ...groups.map((group) => groupMarkdown(group, '##'))].join('\n\n')
}
