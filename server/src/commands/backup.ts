/** Backup and restore of the embedded store. For PostgreSQL, the commands name its own tools. */
import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { backup as copyDatabase, DatabaseSync } from 'node:sqlite'
import type { Config } from '../config/config.ts'
import { Failure } from '../domain/failure.ts'
import { HOST } from '../services/audit-trail.ts'
import { revokeOfAll } from '../services/incidents/revoke-everything.ts'
import { SQLITE_FILE } from '../storage/engines/sqlite-engine.ts'
import { lockEmbeddedStore } from '../storage/engines/sqlite-lock.ts'
import type { Ended } from '../storage/incidents/revocation.ts'
import { MIGRATIONS } from '../storage/migrate.ts'
import { type AppliedMigration, refuseNewer, SchemaTooNew, SchemaTooOld } from '../storage/schema-state.ts'
import { type Command, type CommandAnswer, withWorld } from './command.ts'

const useOwnTools = (command: string, then?: string): CommandAnswer => ({
  data: { use: command },
  text: [`The store is PostgreSQL: use its own tools, e.g.`, `  ${command}`, ...(then ? [then] : [])].join('\n'),
  exitCode: 2,
})

const offerOf = (time: string): string => `airside-server revoke before ${time} --reason "Restored"`

const UNKNOWN = `What was issued or revoked after the backup cannot be known then: ${offerOf('<time of the backup>')} revokes everything issued before.`

/** What the store names and does not hold: the copy of it is whole while removed content stays (ADR 204). */
const contentsBeside = ({ documentPlaces }: Config): string | undefined => {
  const places = documentPlaces.flatMap((place) => {
    if (place.kind === 'rows') return []
    return place.kind === 'folder' ? [place.folder] : [`s3://${place.bucket}/${place.prefix}`]
  })
  if (places.length === 0) return undefined
  return `The contents of documents are not in it: copy ${places.join(' and ')} within 24 hours from now, and put that back first.`
}

const databaseFile = (config: Config): string => join(config.dataFolder, SQLITE_FILE)

export const backup: Command = {
  summary: 'Copies the embedded store to a new file, also while a server runs. For PostgreSQL it names pg_dump.',
  words: '<file>',
  options: {},
  examples: ['airside-server backup airside.backup'],
  arguments: 1,
  run: async ({ config, positionals: [file = ''] }) => {
    if (config.databaseUrl)
      return useOwnTools(`pg_dump --format=custom --file=${file} "$DATABASE_URL"`, contentsBeside(config))
    const target = resolve(file)
    if (existsSync(target)) throw new Failure('invalid_request', `${target} exists already: name a new file`)
    if (!existsSync(dirname(target))) throw new Failure('invalid_request', `${dirname(target)} does not exist`)
    // A store of an older version is backed up as it is, because hosts back up before they migrate.
    if (!existsSync(databaseFile(config))) await withWorld(config, async () => {})
    const source = new DatabaseSync(databaseFile(config), { readOnly: true })
    await copyDatabase(source, target).finally(() => source.close())
    const data = { file: target, bytes: statSync(target).size }
    const text = `Wrote ${target} (${data.bytes} bytes). It holds what was committed when it was made.`
    return { data, text: [text, contentsBeside(config)].filter(Boolean).join('\n') }
  },
}

/** Refuses a file that is not a store of this server, or one of a newer version. */
const checkBackup = (file: string): void => {
  if (!existsSync(file)) throw new Failure('invalid_request', `${file} does not exist`)
  if (!readFileSync(file).subarray(0, 15).equals(Buffer.from('SQLite format 3'))) {
    throw new Failure('invalid_request', `${file} is not a backup made by "airside-server backup"`)
  }
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const [check] = database.prepare('pragma integrity_check').all() as { integrity_check: string }[]
    if (check?.integrity_check !== 'ok') throw new Failure('invalid_request', `${file} is damaged`)
    const applied = database.prepare('select * from schema_migration').all() as unknown as AppliedMigration[]
    refuseNewer(applied, MIGRATIONS)
  } catch (cause) {
    if (cause instanceof Failure || cause instanceof SchemaTooNew) throw cause
    throw new Failure('invalid_request', `${file} is not a backup made by "airside-server backup"`, { cause })
  } finally {
    database.close()
  }
}

/** Moves the store, including its write-ahead log, aside, and replaces what an earlier restore left there. */
const setAside = (file: string): string | null => {
  const aside = `${file}.before-restore`
  const exists = existsSync(file)
  for (const suffix of ['', '-wal', '-shm']) {
    rmSync(aside + suffix, { force: true })
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix)
  }
  return exists ? aside : null
}

/** Holds the server's lock meanwhile, so that no server starts on half a store. Returns where the store before is. */
const replaceStore = (config: Config, source: string, mayReplace: boolean): string | null => {
  const lock = lockEmbeddedStore(config.dataFolder)
  try {
    const target = databaseFile(config)
    if (existsSync(target) && !mayReplace) {
      throw new Failure('invalid_request', `${target} exists: give --replace to set it aside and restore over it`)
    }
    const previous = setAside(target)
    copyFileSync(source, target)
    return previous
  } finally {
    lock.release()
  }
}

/** The restored store may be of an older version: it is migrated before anything can be revoked. */
const revokeIssued = async (config: Config, source: string): Promise<Ended> => {
  try {
    return await withWorld(config, (world) => revokeOfAll(world, { before: null, reason: `Restored ${source}` }, HOST))
  } catch (cause) {
    if (!(cause instanceof SchemaTooOld)) throw cause
    const what = `Restored ${source}, and nothing is revoked yet: ${cause.message}`
    throw new Failure('invalid_request', `${what}; then ${offerOf('<now>')}`, { cause })
  }
}

export const restore: Command = {
  summary: 'Restores the embedded store from a backup while no server runs; the store before is kept beside it.',
  words: '<file>',
  options: {
    replace: { type: 'boolean', text: 'set an existing store aside', optional: true },
    'revoke-issued': {
      type: 'boolean',
      text: 'revoke everything that the backup holds as issued: nobody knows what was revoked since',
      optional: true,
    },
  },
  examples: [
    'airside-server restore airside.backup --replace',
    'airside-server restore airside.backup --replace --revoke-issued',
  ],
  arguments: 1,
  run: async ({ config, options, positionals: [file = ''] }) => {
    if (config.databaseUrl)
      return useOwnTools(`pg_restore --clean --if-exists --dbname="$DATABASE_URL" ${file}`, UNKNOWN)
    const source = resolve(file)
    checkBackup(source)
    const previous = replaceStore(config, source, options.replace === true)
    const madeAt = statSync(source).mtime.toISOString()
    const revoked = options['revoke-issued'] === true ? await revokeIssued(config, source) : null
    const lines = [
      `Restored ${source}. What was issued or revoked after ${madeAt} is not in it and cannot be known.`,
      revoked === null
        ? `What was revoked since works again: ${offerOf(madeAt)} revokes everything issued before.`
        : `Revoked what it held as issued: ${revoked.refreshTokens} refresh tokens, ${revoked.sessions} sessions, ${revoked.codes} codes, ${revoked.links} links by mail.`,
      'Passwords and client secrets are those of the backup: "user reset" and "app renew-secret" replace them.',
      ...(previous ? [`The store before is ${previous}`] : []),
    ]
    return { data: { restored: source, madeAt, previous, revoked }, text: lines.join('\n') }
  },
}
