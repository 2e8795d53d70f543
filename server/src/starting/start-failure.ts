/** Explains what stopped a start or a command, in a sentence that says what to do. */
import { Failure } from '../domain/failure.ts'
import { UndeclaredNodes } from '../graphql/schema.ts'
import { PlaceUnavailable } from '../storage/contents/content-place.ts'
import { isStoreUnavailable } from '../storage/engines/unavailable.ts'
import { SchemaTooNew, SchemaTooOld } from '../storage/schema-state.ts'

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
const SENTENCE_ERRORS = [Failure, PlaceUnavailable, SchemaTooNew, SchemaTooOld, UndeclaredNodes]

const MAY_NOT = '42501'
const POSTGRES_REFUSALS = /^(28|3D)/

/** Refusals that waiting does not mend: role, password, database. */
export const isRefusedByPostgres = (error: unknown): boolean => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && POSTGRES_REFUSALS.test(code)
}

const CERTIFICATE_CODES = /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** What node-postgres says about TLS and passwords before PostgreSQL has said anything. */
const explainConnection = ({ code, message, path }: NodeJS.ErrnoException): string | null => {
  if (/does not support SSL/.test(message))
    return 'PostgreSQL speaks no TLS: switch it on there, or set sslmode=disable in DATABASE_URL'
  if (typeof code === 'string' && CERTIFICATE_CODES.test(code))
    return `PostgreSQL's certificate is not accepted (${message}): name its authority with sslrootcert in DATABASE_URL, or set sslmode=no-verify`
  if (/^SASL/.test(message)) return 'PostgreSQL asks for a password: put it into DATABASE_URL'
  if (code === 'ENOENT' && path) return `${path} cannot be read: check the files that DATABASE_URL names`
  return null
}

export const explainStartFailure = (error: unknown): string => {
  if (SENTENCE_ERRORS.some((kind) => error instanceof kind)) return (error as Error).message
  const { code, message } = error as NodeJS.ErrnoException
  const sentence = typeof code === 'string' ? SENTENCES[code] : undefined
  if (sentence) return sentence(error as NodeJS.ErrnoException)
  const connection = explainConnection(error as NodeJS.ErrnoException)
  if (connection) return connection
  if (isRefusedByPostgres(error)) return `PostgreSQL refused the connection (${message}): check DATABASE_URL`
  if (code === MAY_NOT)
    return `The role of DATABASE_URL may not do this (${message}): run "airside-server migrate" with one that owns the tables, and grant this one select, insert, update and delete on them`
  if (/unable to open database file|readonly database/.test(message)) {
    return 'The embedded store cannot be opened or written: check that AIRSIDE_DATA names a folder you may write to'
  }
  if (isStoreUnavailable(error))
    return `The store cannot be reached (${message || code}): check DATABASE_URL and that it is running`
  return (error as Error).stack ?? String(error)
}
