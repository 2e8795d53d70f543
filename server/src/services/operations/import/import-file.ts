/**
 * Imports a CSV file in one transaction: every line is written by the same use case as a mutation, what is wrong is
 * reported with line and field, and any error means that nothing was written. A dry run does all of it and then leaves
 * everything as it was.
 */
import { UserErrors } from '../../../domain/user-error.ts'
import { inFull } from '../../../domain/wording.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { writingAs } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { AIRCRAFT_IMPORT } from './aircraft-import.ts'
import { CONTACT_IMPORT } from './contact-import.ts'
import { CREW_IMPORT } from './crew-import.ts'
import { FLIGHT_IMPORT } from './flight-import.ts'
import type { ImportKind, Outcome } from './import-kind.ts'
import { EXTERNAL_ID, type ImportError, type Line, readLines } from './import-lines.ts'

const KINDS = {
  aircraft: AIRCRAFT_IMPORT,
  crew: CREW_IMPORT,
  contacts: CONTACT_IMPORT,
  flights: FLIGHT_IMPORT,
} satisfies Record<string, ImportKind>

export type ImportKindName = keyof typeof KINDS

export const IMPORT_KINDS = Object.keys(KINDS) as ImportKindName[]

export interface ImportRequest {
  readonly kind: ImportKindName
  /** The text of the CSV file. */
  readonly text: string
  /** Whose ids the column `externalId` holds. */
  readonly system: string | null
  readonly isDryRun: boolean
}

export interface ImportWarning extends ImportError {
  readonly code: string
}

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly warnings: readonly ImportWarning[]
  /** Any error: nothing was written. */
  readonly errors: readonly ImportError[]
  readonly isDryRun: boolean
}

/** The field of an input that a user error's path names: the first part after `input`. */
const fieldOf = (path: readonly string[] | null): string | null => {
  const [field] = path?.[0] === 'input' ? path.slice(1) : (path ?? [])
  return field === 'externalIdList' ? EXTERNAL_ID : (field ?? null)
}

interface Written {
  readonly outcomes: readonly Outcome[]
  readonly warnings: readonly ImportWarning[]
  readonly errors: readonly ImportError[]
}

/** Goes on after a wrong line, so that one run reports all of them; nothing of it is kept. */
const writeLines = async (tx: TenantTx, desk: Desk, kind: ImportKind, lines: readonly Line[]): Promise<Written> => {
  const view = writingAs(tx, { of: 'operator' })
  const outcomes: Outcome[] = []
  const warnings: ImportWarning[] = []
  const errors: ImportError[] = []
  const refused = (line: number, error: unknown): void => {
    if (!(error instanceof UserErrors)) throw error
    for (const { message, path } of error.list) errors.push({ line, field: fieldOf(path), message: inFull(message) })
  }
  await kind.begin(
    view,
    desk,
    lines.map(({ input }) => input),
  )
  for (const { line, input } of lines) {
    try {
      const outcome = await kind.write(view, desk, input)
      outcomes.push(outcome)
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

const reportOf = ({ outcomes, warnings, errors }: Written, isDryRun: boolean): ImportReport => {
  const count = (did: Outcome['did']) => outcomes.filter((outcome) => outcome.did === did).length
  const counts = { created: count('created'), updated: count('updated'), unchanged: count('unchanged') }
  const nothing = { created: 0, updated: 0, unchanged: 0 }
  return { ...(errors.length > 0 ? nothing : counts), warnings, errors, isDryRun }
}

export interface ImportPlace {
  readonly desk: Desk
  readonly tenantId: string
  /** Runs in the transaction of an import that is kept, e.g. to write down who imported what. */
  readonly note: (tx: TenantTx, report: ImportReport) => Promise<void>
}

export const importFile = async (
  { desk, tenantId, note }: ImportPlace,
  request: ImportRequest,
): Promise<ImportReport> => {
  const kind = KINDS[request.kind]
  const { lines, errors } = readLines(kind, request.text, request.system)
  const unreadable = { outcomes: [], warnings: [], errors }
  if (errors.length > 0 && lines.length === 0) return reportOf(unreadable, request.isDryRun)
  const wrong = new Set(errors.map(({ line }) => line))
  try {
    return await desk.world.storage.writeTenant(tenantId, async (tx) => {
      const readable = lines.filter(({ line }) => !wrong.has(line))
      const written = await writeLines(tx, desk, kind, readable)
      const all = [...errors, ...written.errors].sort((a, b) => a.line - b.line)
      const report = reportOf({ ...written, errors: all }, request.isDryRun)
      if (report.errors.length > 0 || request.isDryRun) throw new LeftAsItWas(report)
      await note(tx, report)
      return report
    })
  } catch (error) {
    if (error instanceof LeftAsItWas) return error.report
    throw error
  }
}
