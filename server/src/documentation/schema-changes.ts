/**
 * What changed in the graph from release to release, found by comparing their schemas: members that came, went, changed
 * their type or are deprecated. The schema of each release is kept when it is made (docs/releasing.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  buildASTSchema,
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  parse,
} from 'graphql'
import { each, type Steps } from '../services/steps.ts'

export const RELEASES_FOLDER = 'docs/site/reference/releases'
const DAYS_BEFORE_REMOVAL = 180
const DAY_MS = 86_400_000

interface Member {
  readonly type: string
  readonly deprecation: string | null
}

interface Release {
  /** Null for what is not released yet. */
  readonly version: string | null
  readonly date: string | null
  readonly members: ReadonlyMap<string, Member>
}

export interface Deprecated {
  readonly name: string
  readonly reason: string
  /** The day from which it may be removed; null while that is not released. */
  readonly removedFrom: string | null
}

export interface SchemaChange {
  readonly version: string | null
  readonly date: string | null
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly { readonly name: string; readonly before: string; readonly now: string }[]
  readonly deprecated: readonly Deprecated[]
}

const membersOfType = (type: GraphQLNamedType): [string, Member][] => {
  const own: [string, Member] = [type.name, { type: type.constructor.name, deprecation: null }]
  if (isEnumType(type))
    return [
      own,
      ...type
        .getValues()
        .map(({ name, deprecationReason }): [string, Member] => [
          `${type.name}.${name}`,
          { type: '', deprecation: deprecationReason ?? null },
        ]),
    ]
  if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) return [own]
  const fields = Object.values(type.getFields()).flatMap((field): [string, Member][] => {
    const name = `${type.name}.${field.name}`
    const args: readonly GraphQLArgument[] = 'args' in field ? field.args : []
    return [
      [name, { type: String(field.type), deprecation: field.deprecationReason ?? null }],
      ...args.map((arg): [string, Member] => [
        `${name}(${arg.name}:)`,
        { type: String(arg.type), deprecation: arg.deprecationReason ?? null },
      ]),
    ]
  })
  return [own, ...fields]
}

const membersOf = (schema: GraphQLSchema): ReadonlyMap<string, Member> =>
  new Map(
    Object.values(schema.getTypeMap())
      .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
      .flatMap(membersOfType),
  )

/** A new type or field says all that is in it: its members are not named again. */
const isWithin = (name: string, all: ReadonlySet<string>): boolean => {
  const holder = name.includes('(') ? name.slice(0, name.indexOf('(')) : name.slice(0, Math.max(0, name.indexOf('.')))
  return all.has(holder) || (holder.includes('.') && isWithin(holder, all))
}

const onlyIn = (here: Release, other: Release): string[] => {
  const names = new Set([...here.members.keys()].filter((name) => !other.members.has(name)))
  return [...names].filter((name) => !isWithin(name, names)).toSorted()
}

const removalDay = (date: string | null): string | null =>
  date === null ? null : new Date(Date.parse(date) + DAYS_BEFORE_REMOVAL * DAY_MS).toISOString().slice(0, 10)

const changeBetween = (before: Release, now: Release): SchemaChange => {
  const both = [...now.members].flatMap(([name, member]) => {
    const old = before.members.get(name)
    return old ? [{ name, old, member }] : []
  })
  return {
    version: now.version,
    date: now.date,
    added: onlyIn(now, before),
    removed: onlyIn(before, now),
    changed: both
      .filter(({ old, member }) => old.type !== member.type)
      .map(({ name, old, member }) => ({ name, before: old.type, now: member.type })),
    deprecated: [...now.members].flatMap(([name, { deprecation }]) =>
      deprecation !== null && (before.members.get(name)?.deprecation ?? null) === null
        ? [{ name, reason: deprecation, removedFrom: removalDay(now.date) }]
        : [],
    ),
  }
}

const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

/** Days of the releases, from the headings of the changelog. */
const datesIn = (changelog: string): ReadonlyMap<string, string> =>
  new Map(
    [...changelog.matchAll(/^## \[(\d[^\]]*)\] - (\S+)$/gm)].map(([, version = '', date = '']) => [version, date]),
  )

/** The latest first; what is not released yet stands at the top. */
export function* schemaChanges(root: string, current: GraphQLSchema): Steps<readonly SchemaChange[]> {
  const folder = join(root, RELEASES_FOLDER)
  const dates = datesIn(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))
  const versions = readdirSync(folder)
    .map((file) => file.replace(/\.graphql$/, ''))
    .toSorted(inOrder)
  const texts = yield* each(versions, (version) =>
    parse(readFileSync(join(folder, `${version}.graphql`), 'utf8'), { noLocation: true }),
  )
  const schemas = yield* each(texts, (text) => buildASTSchema(text, { assumeValid: true }))
  const members = yield* each(schemas, membersOf)
  const released = versions.map((version, index) => ({
    version,
    date: dates.get(version) ?? null,
    members: members[index] ?? new Map(),
  }))
  const releases: readonly Release[] = [...released, { version: null, date: null, members: membersOf(current) }]
  const changes = yield* each(releases.slice(1).entries(), ([index, now]) =>
    changeBetween(releases[index] as Release, now),
  )
  return changes.toReversed()
}

const listed = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `### ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`

const deprecatedLine = ({ name, reason, removedFrom }: Deprecated): string =>
  `\`${name}\`: ${reason}. It may be removed ${removedFrom === null ? `${DAYS_BEFORE_REMOVAL} days after the next release` : `from ${removedFrom} on`}.`

const inMarkdown = ({ version, date, added, removed, changed, deprecated }: SchemaChange): string =>
  [
    `## ${version === null ? 'Not released yet' : `${version}, ${date}`}`,
    listed('Deprecated', deprecated.map(deprecatedLine)),
    listed(
      'Changed',
      changed.map(({ name, before, now }) => `\`${name}\` was \`${before}\`, is \`${now}\``),
    ),
    listed(
      'Removed',
      removed.map((name) => `\`${name}\``),
    ),
    listed(
      'Added',
      added.map((name) => `\`${name}\``),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n\n')

export const schemaChangesMarkdown = (changes: readonly SchemaChange[]): string =>
  `# Changes of the graph

Found by comparing the schemas of the releases. The graph only grows: what is deprecated works for ${DAYS_BEFORE_REMOVAL} days after the release that says so. Where a type or a field is new, what lies within it is not listed again.

${changes.map(inMarkdown).join('\n\n')}
`
