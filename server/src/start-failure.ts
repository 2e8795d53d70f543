/** Explains what stopped a start or a command, in a sentence that says what to do. */
import { Failure } from './domain/failure.ts'
import { UndeclaredNodes } from './graphql/schema.ts'
import { isStoreUnavailable } from './storage/engines/unavailable.ts'
import { SchemaTooNew, SchemaTooOld } from './storage/schema-state.ts'

const SENTENCES: Readonly<Record<string, (error: NodeJS.ErrnoException & { port?: number }) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is taken: stop what listens there, or set PORT to another`,
  EACCES: ({ path, port }) =>
    path
      ? `${path} is not writable: change its owner, or set AIRSIDE_DATA to another folder`
      : `Port ${port} may not be used: set PORT to one above 1023`,
  EROFS: ({ path }) => `${path} is read-only: set AIRSIDE_DATA to another folder`,
  ENOSPC: () => 'The disk is full: make room in the data folder',
  ENOTDIR: ({ path }) => `${path} is not a folder: set AIRSIDE_DATA to another one`,
  EEXIST: ({ path }) => `${path} is not a folder: set AIRSIDE_DATA to another one`,
}

/** What is a sentence for the host already. */
const SENTENCE_ERRORS = [Failure, SchemaTooNew, SchemaTooOld, UndeclaredNodes]

const MAY_NOT = '42501'
const POSTGRES_REFUSALS = /^(28|3D)/

export const explainStartFailure = (error: unknown): string => {
  if (SENTENCE_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, message } = error as NodeJS.ErrnoException
  const sentence = typeof code === 'string' ? SENTENCES[code] : undefined
  if (sentence) return sentence(error as NodeJS.ErrnoException)
  if (typeof code === 'string' && POSTGRES_REFUSALS.test(code))
    return `PostgreSQL refused the connection (${message}): check DATABASE_URL`
  if (code === MAY_NOT)
    return `The role of DATABASE_URL may not do this (${message}): run "airside-server migrate" with one that owns the tables, and grant this one select, insert, update and delete on them`
  if (/unable to open database file|readonly database/.test(message)) {
    return 'The embedded store cannot be opened or written: check that AIRSIDE_DATA names a folder you may write to'
  }
  if (isStoreUnavailable(error))
    return `The store cannot be reached (${message || code}): check DATABASE_URL and that it is running`
  return (error as Error).stack ?? String(error)
}
