/** The embedded store: one writer with shared commits, one reader that sees only committed state. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { CommitQueue } from './commit-queue.ts'
import type { Engine, Session } from './engine.ts'
import { SqliteConnection, sqliteDialect } from './sqlite-dialect.ts'
import { inAskersContext } from './statements.ts'
import type { Tables } from './tables.ts'
import { LongJob } from './turns/long-job.ts'
import { ReaderPace } from './turns/reader-pace.ts'
import type { Lifetime, StoreUse } from './turns/store-use.ts'
import { WriterPace } from './turns/writer-pace.ts'

export const SQLITE_FILE = 'airside.sqlite'

/**
 * WAL lets readers continue while the writer commits; FULL syncs the disk before a commit returns (threats row 48). A
 * checkpoint runs at 16 MB instead of the default 4: tokens are spread over many pages, and each checkpoint syncs the
 * disk. In a bare loop of commits of 64 tokens this saved a fifth of the processor time.
 */
const WRITER_SETTINGS = `
  PRAGMA busy_timeout = 20;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 4000;
`
const READER_SETTINGS = `
  PRAGMA busy_timeout = 1000;
  PRAGMA query_only = ON;
  PRAGMA trusted_schema = OFF;
  PRAGMA cache_size = -65536;
  PRAGMA mmap_size = 268435456;
`

/** Retries the switch to WAL, because another process may be creating the file at the same moment. */
const openWriter = (file: string): DatabaseSync => {
  const writer = new DatabaseSync(file, { timeout: 5000 })
  writer.exec(WRITER_SETTINGS.replace('PRAGMA busy_timeout = 20;', ''))
  writer.exec('PRAGMA busy_timeout = 20')
  return writer
}

const sessionOf = (connection: SqliteConnection): Session => {
  return {
    kind: 'sqlite',
    db: new Kysely<Tables>({ dialect: sqliteDialect(connection) }),
    execute: (text, parameters) => connection.execute(text, parameters),
    lists: (text, parameters) => connection.lists(text, parameters),
  }
}

/** The transaction sees the store as it was at its first statement. */
export const sqliteSnapshot = async <T>(file: string, job: (session: Session) => Promise<T>): Promise<T> => {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    database.exec('PRAGMA trusted_schema = OFF; BEGIN; SELECT 1 FROM sqlite_master LIMIT 1')
    return await job(sessionOf(new SqliteConnection(database, new WriterPace())))
  } finally {
    database.close()
  }
}

export const openSqlite = (folder: string): Engine => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, SQLITE_FILE)
  const writer = openWriter(file)
  const reader = new DatabaseSync(file)
  reader.exec(READER_SETTINGS)

  const queue = new CommitQueue(writer)
  const writes = new SqliteConnection(writer, queue.pace)
  const writing = sessionOf(writes)
  const dataVersion = writer.prepare('PRAGMA data_version')
  const longStore = {
    repeat: (text: string, parameters: readonly unknown[]) => writes.repeat(text, parameters),
    version: () => (dataVersion.get() as { data_version: number }).data_version,
  }
  const writeLong = <T>(job: (session: Session) => Promise<T>, use: StoreUse): Promise<T> => {
    const long = new LongJob(longStore, use.lifetime)
    const session = sessionOf(writes.paced(long))
    return queue.run(
      inAskersContext(() => job(session)),
      use,
      long,
    )
  }
  const statements = new SqliteConnection(reader)
  const reading = sessionOf(statements)
  // One for all handles of a request: were each to begin anew, none would ever come to a pause (threats row 448).
  const readingDuring = (lifetime: Lifetime, share: string): Session => {
    lifetime.reading ??= sessionOf(statements.paced(new ReaderPace(lifetime, share)))
    return lifetime.reading as Session
  }
  return {
    kind: 'sqlite',
    reading: ({ lifetime, share }) => (lifetime === null ? reading : readingDuring(lifetime, share)),
    write: (job, use) =>
      use?.givesWay === true && use.tenantId !== undefined
        ? writeLong(job, use)
        : queue.run(
            inAskersContext(() => job(writing)),
            use,
          ),
    onOneConnection: (job) => job(reading),
    snapshot: (job) => sqliteSnapshot(file, job),
    changeSchema: (job) => job({ inTransaction: (step) => queue.run(() => step(writing)), outside: null }),
    // A command run beside the server cannot notify it: the poll of the epochs finds its changes.
    onValidityChange: () => {},
    announceValidityChange: async () => {},
    load: () => ({ writer: queue.load }),
    close: async () => {
      await queue.idle()
      reader.close()
      writer.close()
    },
  }
}
