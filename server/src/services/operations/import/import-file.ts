/**
 * Imports a CSV file in one transaction: every line is written by the same use case as a mutation, what is wrong is
 * reported with line and field, and any error means that nothing was written. A dry run does all of it and then leaves
 * everything as it was.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { UserErrors } from '../../../domain/user-error.ts'
import { inFull } from '../../../domain/wording.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { type IdempotencyKey, once } from '../../../storage/idempotency.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { writingAs } from '../../../storage/view.ts'
import { atOneTime } from '../../at-one-time.ts'
import { recordAudit } from '../../audit-trail.ts'
import { contacts } from '../contacts.ts'
import type { Desk } from '../desk.ts'
import { AIRCRAFT_IMPORT } from './aircraft-import.ts'
import { CREW_IMPORT, DUTY_IMPORT, QUALIFICATION_IMPORT } from './crew-import.ts'
import { describedImport } from './described-import.ts'
import { FLIGHT_CREW_IMPORT } from './flight-crew-import.ts'
import { FLIGHT_IMPORT } from './flight-import.ts'
import { EXTERNAL_ID, fieldsOf, wordsOf } from './headings.ts'
import type { ImportError } from './import-error.ts'
import type { ImportKind, Outcome } from './import-kind.ts'
import { type Line, type Reading, readLines } from './import-lines.ts'
import { fileOf, type ImportPlace } from './import-place.ts'
import {
  type ImportReport,
  type ImportWarning,
  type Kept,
  keptOf,
  repeatedReport,
  reportOf,
  type Written,
} from './import-report.ts'
import { joinedImport, rememberImport } from './remember-import.ts'

const KINDS = {
  aircraft: AIRCRAFT_IMPORT,
  crew: CREW_IMPORT,
  qualifications: QUALIFICATION_IMPORT,
  contacts: describedImport(CONTACT, contacts),
  flights: FLIGHT_IMPORT,
  'flight-crew': FLIGHT_CREW_IMPORT,
  duties: DUTY_IMPORT,
} satisfies Record<string, ImportKind>

export type ImportKindName = keyof typeof KINDS

export const IMPORT_KINDS = Object.keys(KINDS) as ImportKindName[]

/** A column that a file may have. */
export interface ImportColumn {
  readonly name: string
  /** What people call it. */
  readonly label: string
  /** A new record needs it, or one of those that will do instead. */
  readonly isNeeded: boolean
  readonly instead: readonly string[]
}

/** The columns that a file of this kind may have. */
export const columnsOf = (name: ImportKindName): ImportColumn[] => {
  const kind: ImportKind = KINDS[name]
  return fieldsOf(kind).map((field) => {
    const group = kind.needed.find((names) => names.includes(field))
    return {
      name: field,
      label: wordsOf(kind, field).label,
      isNeeded: group !== undefined,
      instead: (group ?? []).filter((other) => other !== field),
    }
  })
}

/** What a new record needs, each by the column that people have. */
export const neededOf = (kind: ImportKindName): string[] => KINDS[kind].needed.flatMap(([first]) => first ?? [])

export interface ImportRequest extends Reading {
  readonly kind: ImportKindName
  /** The text of the CSV file. */
  readonly text: string
  readonly isDryRun: boolean
  readonly fileName: string | null
  /** The import that these lines belong to, where a file comes in several parts. */
  readonly importId?: string | null
}

/** The field of an input that a user error's path names: the first part after `input`. */
const fieldOf = (path: readonly string[] | null): string | null => {
  const [field] = path?.[0] === 'input' ? path.slice(1) : (path ?? [])
  return field === 'externalIdList' ? EXTERNAL_ID : (field ?? null)
}

/**
 * Goes on after a wrong line, so that one run reports all of them; nothing of it is kept. A line is looked at as a whole
 * before it is written, so that everything that is wrong with it by itself is told at once.
 */
const writeLines = async (tx: TenantTx, desk: Desk, kind: ImportKind, lines: readonly Line[]): Promise<Written> => {
  // Read when the rows that the lines begin with are locked.
  const view = writingAs(atOneTime(tx), { of: 'operator' })
  const outcomes = new Map<number, Outcome>()
  const warnings: ImportWarning[] = []
  const errors: ImportError[] = []
  const refused = (line: number, error: unknown): void => {
    if (!(error instanceof UserErrors)) throw error
    for (const { message, path } of error.list) errors.push({ line, field: fieldOf(path), message: inFull(message) })
  }
  const lookAt = await kind.begin(view, desk, lines)
  for (const read of lines) {
    const { line } = read
    // Other requests are answered between two lines, on the embedded store too.
    await nextTurn()
    const { problems, write } = await lookAt(read)
    for (const { message, path } of problems) errors.push({ line, field: fieldOf(path), message })
    if (problems.length > 0 || read.unreadable.size > 0) continue
    try {
      const outcome = await write()
      outcomes.set(line, outcome)
      for (const { code, message, path } of outcome.warningList) {
        warnings.push({ line, field: fieldOf(path), code, message: inFull(message) })
      }
    } catch (error) {
      refused(line, error)
    }
  }
  return { outcomes, warnings, errors }
}

/** Thrown to leave everything as it was. */
class LeftAsItWas extends Error {
  readonly report: ImportReport
  constructor(report: ImportReport) {
    super('Nothing of the import is kept')
    this.report = report
  }
}

/** A repetition of an import with the same key writes nothing and tells what the first did. */
export const importFile = async (
  { desk, tenant, actor }: ImportPlace,
  request: ImportRequest,
  key: IdempotencyKey | null = null,
): Promise<ImportReport> => {
  const kind = KINDS[request.kind]
  const file = readLines(kind, request.text, request)
  const nothing = { outcomes: new Map(), warnings: [], errors: file.errors }
  if (file.errors.length > 0 && file.lines.length === 0) return reportOf(file, nothing, request.isDryRun)
  // Of a line with too few or too many cells nobody knows which value is which.
  const shifted = new Set(file.errors.filter(({ field }) => field === null).map(({ line }) => line))
  const { kind: name, fileName, isDryRun, importId } = request
  const carryOut = async (tx: TenantTx): Promise<ImportReport> => {
    // An undo locks the import before its records too.
    const joined = typeof importId === 'string' && !isDryRun ? await joinedImport(tx, importId, name) : null
    const readable = file.lines.filter(({ line }) => !shifted.has(line))
    // What is taken back gives nobody access: the file itself asks.
    const written = await writeLines(tx, isDryRun ? { ...desk, isPresent: true } : desk, kind, readable)
    const errors = [...file.errors, ...written.errors].sort((a, b) => a.line - b.line)
    const report = reportOf(file, { ...written, errors }, isDryRun)
    if (report.errors.length > 0 || isDryRun) throw new LeftAsItWas(report)
    const remembered = { kind: name, entity: kind.record.entity, fileName, ...report, joined }
    const done = { ...report, importId: await rememberImport(tx, desk.world, remembered) }
    await recordAudit(desk.world, tx, actor, {
      action: 'records.imported',
      subject: { kind: 'operator', id: tenant.operatorId },
      detail: { ...fileOf(request), created: done.created, updated: done.updated },
    })
    return done
  }
  try {
    return await desk.world.storage.writeTenant(tenant.tenantId, async (tx) => {
      if (key === null) return carryOut(tx)
      let first: ImportReport | null = null
      const { outcome } = await once(tx, key, async (): Promise<Kept> => {
        first = await carryOut(tx)
        return keptOf(first)
      })
      return first ?? repeatedReport(file, outcome)
    })
  } catch (error) {
    if (error instanceof LeftAsItWas) return error.report
    throw error
  }
}
