/** The guides: Markdown files in docs/site, each with its title, its place in the list and a summary at its head. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { GraphQLSchema } from 'graphql'
import { ENTITY_KINDS, ENTITY_SCOPES } from '../domain/entity-kind.ts'
import { isOffered, SCOPES, scopeEntry } from '../domain/scopes.ts'
import { followingFields } from '../graphql/follows-declaration.ts'
import { each, type Steps } from '../services/steps.ts'

export const SECTIONS = ['Start', 'Access', 'Data', 'Changes', 'Kinds of applications', 'Host'] as const
export type Section = (typeof SECTIONS)[number]

export interface Guide {
  readonly slug: string
  readonly title: string
  readonly section: Section
  readonly summary: string
  /** What else people call what it is about, for the search. */
  readonly words: string
  /** Markdown below the head, with the addresses of this host. */
  readonly text: string
  readonly minutes: number
}

const HEAD = /^---\n([\s\S]*?)\n---\n/
const WORDS_A_MINUTE = 220

const isSection = (text: string | undefined): text is Section => SECTIONS.some((section) => section === text)

const factsOf = (file: string, head: string): ReadonlyMap<string, string> => {
  const facts = new Map(
    head.split('\n').map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
    }),
  )
  for (const name of ['title', 'section', 'order', 'summary']) {
    if (!facts.get(name)) throw new Error(`docs/site/${file} does not say its ${name} between the lines of ---`)
  }
  return facts
}

/** Below the guide on scopes: each with what consent says of it, from the catalogue. */
const listOfScopes = (): string =>
  SCOPES.filter(isOffered)
    .map((scope) => `### ${scope}\n\n${scopeEntry(scope).text}.`)
    .join('\n\n')

/** Below the guide on the feed: the scope of each kind, and which other kinds fields of its records follow. */
const tableOfKinds = (schema: GraphQLSchema): string => {
  const fields = followingFields(schema)
  const rows = ENTITY_KINDS.toSorted().map((kind) => {
    const own = fields.filter(({ description }) => description.entity === kind)
    const followed = [...new Set(own.flatMap(({ kinds }) => kinds))].filter((each) => each !== kind).toSorted()
    return `| \`${kind}\` | \`${ENTITY_SCOPES[kind]}\` | ${followed.map((each) => `\`${each}\``).join(', ')} |`
  })
  return ['| Kind | Needs | Its records also show what is told under |', '|---|---|---|', ...rows].join('\n')
}

const GENERATED: Readonly<Record<string, (schema: GraphQLSchema) => string>> = {
  'scopes.md': listOfScopes,
  'change-feed.md': tableOfKinds,
}

/** What a guide is made with, beside its file. */
interface GuideParts {
  /** The service's own, with its port. */
  readonly host: string
  readonly schema: GraphQLSchema
}

const guideOf = (file: string, source: string, { host, schema }: GuideParts): Guide & { readonly order: number } => {
  const head = HEAD.exec(source)
  const facts = factsOf(file, head?.[1] ?? '')
  const section = facts.get('section')
  if (!isSection(section)) throw new Error(`docs/site/${file}: a section is one of ${SECTIONS.join(', ')}`)
  const written = source.slice(head?.[0].length ?? 0).replaceAll('localhost:8080', host)
  const text = `${written}\n${GENERATED[file]?.(schema) ?? ''}`
  return {
    slug: file.slice(0, -'.md'.length),
    title: facts.get('title') ?? '',
    section,
    summary: facts.get('summary') ?? '',
    words: facts.get('words') ?? '',
    order: Number(facts.get('order')),
    text,
    minutes: Math.max(1, Math.round(text.split(/\s+/).length / WORDS_A_MINUTE)),
  }
}

/** In the order in which they are listed. */
export function* readGuides(folder: string, parts: GuideParts): Steps<readonly Guide[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.md') && file !== 'README.md')
  const guides = yield* each(files, (file) => guideOf(file, readFileSync(join(folder, file), 'utf8'), parts))
  return guides.toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section) || a.order - b.order)
}
