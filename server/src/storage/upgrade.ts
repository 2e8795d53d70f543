/**
 * What bringing a store to this version means for those who use it: which release wrote it, whether its servers go on
 * meanwhile, and whether one can go back. Everything follows from which migrations the store has and which take
 * something away (ADR 58).
 */
import type { AnyMigration } from './migrations/migration.ts'
import type { AppliedMigration } from './schema-state.ts'

/** The last migration of each release; docs/releasing.md names their commits. */
const RELEASES = [
  { version: '0.1.0', last: '0020-console' },
  { version: '0.2.0', last: '0047-invitations' },
  { version: '0.3.0', last: '0359-buyers-of-flights-again' },
] as const

/** Programs from before this one refuse every schema that holds a migration they do not know. */
const READS_NEEDS = '0087-schema-needs'

export interface Upgrade {
  /** Who wrote the store, in words. */
  readonly from: string
  readonly pending: readonly string[]
  /** Whether servers of the release that wrote it must be stopped first; going back then takes a backup. */
  readonly stopsOld: boolean
  /** What tells a host so, a line each. */
  readonly lines: readonly string[]
}

const needsOf = (migration: AnyMigration): string | undefined => ('needs' in migration ? migration.needs : undefined)

const releaseOf = (has: (name: string) => boolean, known: readonly string[]): string => {
  const release = RELEASES.findLast(({ last }) => has(last))
  if (release === undefined) return 'a build before 0.1.0'
  const later = known.slice(known.indexOf(release.last) + 1)
  return later.some(has) ? `a build after release ${release.version}` : `release ${release.version}`
}

const STOP_FIRST = [
  'Servers of it must stop first: they do not start on the new schema, and writes of those that run fail.',
  'Going back is restoring a backup: make one while no server runs.',
]
const GO_ON = [
  'Servers of it go on meanwhile, and are replaced one after another afterwards.',
  'Going back is starting them again: they run on the new schema.',
]

/** Null for an empty store and one that is up to date: nobody is concerned. */
export const upgradeOf = (
  applied: readonly AppliedMigration[] | null,
  migrations: readonly AnyMigration[],
): Upgrade | null => {
  const names = new Set(applied?.map(({ name }) => name))
  const has = (name: string): boolean => names.has(name)
  const pending = migrations.filter(({ name }) => !has(name))
  if (applied === null || pending.length === 0) return null
  const isTakenAway = (migration: AnyMigration): boolean => {
    const needed = needsOf(migration)
    return needed !== undefined && !has(needed)
  }
  const stopsOld = !has(READS_NEEDS) || pending.some(isTakenAway)
  const known = migrations.map(({ name }) => name)
  const from = releaseOf(has, known)
  return {
    from,
    pending: pending.map(({ name }) => name),
    stopsOld,
    lines: [
      `The store was written by ${from}; ${pending.length} migrations bring it to this version.`,
      ...(stopsOld ? STOP_FIRST : GO_ON),
    ],
  }
}
