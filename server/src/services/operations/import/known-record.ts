/** Finds the record that a line is about: by what another system calls it, else by a name that is one record's alone. */
import type { Problem } from '../../../domain/problem.ts'
import { type ExternalId, systemName, type Versioned } from '../../../domain/versioned.ts'
import { withExternalId } from '../../../storage/external-ids.ts'
import type { Condition, RecordKind } from '../../../storage/record-kind.ts'
import { selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { LineInput } from './import-kind.ts'

export const externalIdOf = ({ externalIdList }: LineInput): ExternalId | undefined =>
  ((externalIdList ?? []) as readonly ExternalId[])[0]

/** Undefined where the line has no external id, or no record has it yet. */
export const recordOfExternalId = async <R extends Versioned>(
  tx: ViewTx,
  kind: RecordKind<R>,
  line: LineInput,
): Promise<R | undefined> => {
  const externalId = externalIdOf(line)
  if (!externalId) return undefined
  const [record] = await selectRecords(tx, kind, { where: [withExternalId(kind, externalId, tx)] })
  return record
}

export const recordWhere = async <R extends Versioned>(
  tx: ViewTx,
  kind: RecordKind<R>,
  where: readonly Condition[],
): Promise<R | undefined> => {
  const [record] = await selectRecords(tx, kind, { where, most: 1 })
  return record
}

/** A record that was found by its name and that the line's system calls otherwise: one of the two is wrong. */
export const otherIdProblems = ({ externalIdList }: Versioned, line: LineInput): Problem[] => {
  const given = externalIdOf(line)
  const own = externalIdList.find(({ system }) => systemName(system) === given?.system)
  if (!given || !own || own.value === given.value) return []
  const message = `${given.system} calls this record ${own.value}: mend the id, or leave the column out`
  return [{ path: ['externalIdList'], message }]
}
