/** The columns of a file that is imported: the field that each was found to be, and the choice of another by hand. */
import { MAX_IMPORT_COLUMNS } from '../../../../domain/limits.ts'
import { userError } from '../../../../domain/user-error.ts'
import type { ColumnChoice, FileColumn } from '../../../../services/operations/import/file-header.ts'
import { columnsOf, type ImportKindName } from '../../../../services/operations/import/import-file.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { refuseLonger } from '../../asked-list.ts'

export const ImportFileColumn = builder.objectRef<FileColumn>('ImportFileColumn').implement({
  ...noScope,
  fields: (t) => ({
    heading: t.exposeString('heading'),
    column: t.exposeString('field', { nullable: true, description: 'What it is read as; null where it is left out.' }),
    sampleList: t.stringList({ description: 'Its first values.', resolve: ({ samples }) => [...samples] }),
  }),
})

export const ImportColumnChoice = builder.inputType('ImportColumnChoice', {
  fields: (t) => ({
    place: t.int({ required: true, description: 'Which column of the file, counted from 1.' }),
    column: t.string({ description: 'What it is read as; left out where absent.' }),
  }),
})

interface Choice {
  readonly place: number
  readonly column?: string | null | undefined
}

/** Whether the file has such columns is told when it is read. */
export const chosenColumns = (kind: ImportKindName, choices: readonly Choice[]): ColumnChoice[] => {
  refuseLonger(choices, MAX_IMPORT_COLUMNS, 'columnChoiceList')
  const all = columnsOf(kind).map(({ name }) => name)
  for (const [index, { column }] of choices.entries()) {
    if (typeof column === 'string' && !all.includes(column)) {
      const path = ['columnChoiceList', String(index), 'column']
      throw userError('VALIDATION', `There is no column "${column}": name one of ${all.join(', ')}`, path)
    }
  }
  return choices.map(({ place, column }) => ({ place, field: column ?? null }))
}
