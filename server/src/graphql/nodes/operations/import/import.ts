/**
 * Imports a CSV file in the console, by the functions of the host's command: a dry run tells what would happen, an
 * import is all or nothing (data §4.11). For signed-in users alone: a token imports record by record and pays for each.
 */
import { MAX_CONSOLE_IMPORT_LINES, MAX_IMPORT_COLUMNS, MAX_IMPORTS_PER_HOUR } from '../../../../domain/limits.ts'
import { isShowableLine } from '../../../../domain/shown-text.ts'
import { userError } from '../../../../domain/user-error.ts'
import { spendImport } from '../../../../services/operations/import/import-allowance.ts'
import type { ImportError } from '../../../../services/operations/import/import-error.ts'
import {
  columnsOf,
  IMPORT_KINDS,
  type ImportColumn as ImportColumnValue,
  type ImportKindName,
  importFile,
  neededOf,
} from '../../../../services/operations/import/import-file.ts'
import type {
  ImportedLine,
  ImportReport as ImportReportValue,
} from '../../../../services/operations/import/import-report.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { costing, usually } from '../../../operation/list-size.ts'
import { payload } from '../../../payload.ts'
import { signedInUser } from '../../../signed-in-user.ts'
import { refuseLonger } from '../../asked-list.ts'
import { chosenColumns, ImportColumnChoice, ImportFileColumn } from './file-columns.ts'
import { COSTS_IN_WORDS, costOfLines } from './import-cost.ts'
import { IMPORTS, ImportKind } from './import-kinds.ts'
import { placeOfImport } from './place-of-import.ts'

const MAX_LINES_SHOWN = 100
const MAX_PROBLEMS_SHOWN = 200
const MAX_NAME_CHARACTERS = 100

const ImportOutcome = builder.enumType('ImportOutcome', {
  values: { CREATED: { value: 'created' }, UPDATED: { value: 'updated' }, UNCHANGED: { value: 'unchanged' } } as const,
})

const ImportColumn = builder.objectRef<ImportColumnValue>('ImportColumn').implement({
  ...noScope,
  description: 'A column that a file may have.',
  fields: (t) => ({
    column: t.exposeString('name', { description: 'Its heading; others that mean the same are understood too.' }),
    label: t.exposeString('label', { description: 'What people call it.' }),
    isNeeded: t.exposeBoolean('isNeeded', {
      description: 'A new record needs it, or one of those that will do instead.',
    }),
    insteadList: t.stringList({
      description: 'Columns that will do in its place.',
      resolve: ({ instead }) => [...instead],
    }),
  }),
})

const ImportColumns = builder.objectRef<ImportKindName>('ImportColumns').implement({
  ...noScope,
  description: 'The columns that a file of one kind may have, by their header.',
  fields: (t) => ({
    kind: t.field({ type: ImportKind, resolve: (kind) => kind }),
    columnList: t.stringList({ resolve: (kind) => columnsOf(kind).map(({ name }) => name) }),
    requiredList: t.stringList({ description: 'Those that a new record needs.', resolve: (kind) => neededOf(kind) }),
    fieldList: t.field({
      ...usually(20),
      type: [ImportColumn],
      description: 'The columns in words.',
      resolve: (kind) => columnsOf(kind),
    }),
  }),
})

const ImportLine = builder.objectRef<ImportedLine>('ImportLine').implement({
  ...noScope,
  fields: (t) => ({
    line: t.exposeInt('line'),
    cellList: t.stringList({ resolve: ({ cells }) => [...cells] }),
    outcome: t.field({
      type: ImportOutcome,
      nullable: true,
      description: 'Null where the line is wrong.',
      resolve: ({ did }) => did,
    }),
  }),
})

const ImportProblem = builder.objectRef<ImportError>('ImportProblem').implement({
  ...noScope,
  fields: (t) => ({
    line: t.exposeInt('line'),
    field: t.exposeString('field', { nullable: true, description: 'The column; null where it is the whole line.' }),
    message: t.exposeString('message'),
  }),
})

const ImportReport = builder.objectRef<ImportReportValue>('ImportReport').implement({
  ...noScope,
  description: 'What an import did, or would do. Any problem means that nothing was written.',
  fields: (t) => ({
    isDryRun: t.exposeBoolean('isDryRun'),
    isRepetition: t.exposeBoolean('isRepetition', {
      description:
        'True where an earlier request with this idempotency key wrote the file: nothing was done again, and counts and outcomes are those of then.',
    }),
    createdCount: t.exposeInt('created'),
    updatedCount: t.exposeInt('updated'),
    unchangedCount: t.exposeInt('unchanged'),
    lineCount: t.int({ resolve: ({ lines }) => lines.length }),
    columnList: t.stringList({ resolve: ({ columns }) => [...columns] }),
    fileColumnList: t.field({
      ...usually(10),
      type: [ImportFileColumn],
      description: 'Every column of the file, in its order.',
      resolve: ({ fileColumns }) => [...fileColumns],
    }),
    importId: t.id({
      nullable: true,
      description: 'To undo the import by, and to go on with it. Null where nothing was written.',
      resolve: ({ importId }) => importId,
    }),
    lineList: t.field({
      ...usually(20),
      type: [ImportLine],
      description: `The lines with problems, then others: ${MAX_LINES_SHOWN} at most, in the order of the file.`,
      resolve: ({ lines, errors }) => shownLines(lines, errors),
    }),
    problemCount: t.int({ resolve: ({ errors }) => errors.length }),
    problemList: t.field({
      ...usually(5),
      type: [ImportProblem],
      resolve: ({ errors }) => errors.slice(0, MAX_PROBLEMS_SHOWN),
    }),
    warningCount: t.int({ resolve: ({ warningCount }) => warningCount }),
    warningList: t.field({
      ...usually(5),
      type: [ImportProblem],
      description: 'A repetition counts them and does not tell them again.',
      resolve: ({ warnings }) => warnings.slice(0, MAX_PROBLEMS_SHOWN),
    }),
  }),
})

const shownLines = (lines: readonly ImportedLine[], errors: readonly ImportError[]): ImportedLine[] => {
  const wrong = new Set(errors.map(({ line }) => line))
  const isWrong = ({ line }: ImportedLine) => wrong.has(line)
  return [...lines.filter(isWrong), ...lines.filter((line) => !isWrong(line))]
    .slice(0, MAX_LINES_SHOWN)
    .sort((a, b) => a.line - b.line)
}

builder.queryField('importColumnList', (t) =>
  t.field({
    ...usually(IMPORT_KINDS.length, IMPORTS),
    description: 'What can be imported in the console, and the columns of each.',
    type: [ImportColumns],
    resolve: () => [...IMPORT_KINDS],
  }),
)

const ImportPayload = payload<{ readonly report: ImportReportValue | null }>('ImportPayload', (t) => ({
  report: t.expose('report', { type: ImportReport, nullable: true }),
}))

const checkedName = (text: string | null | undefined, field: string): string | null => {
  const name = text?.trim() ?? ''
  if (name.length > MAX_NAME_CHARACTERS || !isShowableLine(name)) {
    throw userError('VALIDATION', `A name has at most ${MAX_NAME_CHARACTERS} plain characters`, [field])
  }
  return name === '' ? null : name
}

builder.mutationField('recordsImport', (t) =>
  mutation(t, {
    ...costing(costOfLines, IMPORTS),
    description: `Imports the lines of a CSV file, all or none, ${MAX_CONSOLE_IMPORT_LINES} at most; a dry run changes nothing. A line costs ${COSTS_IN_WORDS}, in a dry run too, and an operator imports and undoes at most ${MAX_IMPORTS_PER_HOUR} times an hour. For administrators who are signed in.`,
    type: ImportPayload,
    asksPresence: 'in its use case',
    args: {
      kind: t.arg({ type: ImportKind, required: true }),
      text: t.arg.string({ required: true, description: 'The file; its first line names the columns.' }),
      system: t.arg.string({ description: 'Whose ids the column externalId holds.' }),
      fileName: t.arg.string({ description: 'For the audit log.' }),
      isDryRun: t.arg.boolean({ required: true }),
      columnChoiceList: t.arg({
        type: [ImportColumnChoice],
        description: `Columns whose field was chosen by hand, ${MAX_IMPORT_COLUMNS} at most; the others are found by their heading.`,
      }),
      isUnknownLeftOut: t.arg.boolean({
        description: 'Leaves out columns whose heading means nothing here, instead of refusing them.',
      }),
      leftOutLineList: t.arg.intList({ description: 'Lines that are passed over: a row of the text begins on each.' }),
      importId: t.arg.id({ description: 'The import that these lines are the next part of.' }),
    },
    run: async (args, context, key) => {
      const { kind, text, isDryRun } = args
      const system = checkedName(args.system, 'system')
      const fileName = checkedName(args.fileName, 'fileName')
      const chosen = chosenColumns(kind, args.columnChoiceList ?? [])
      const leftOut = args.leftOutLineList ?? []
      refuseLonger(leftOut, MAX_CONSOLE_IMPORT_LINES, 'leftOutLineList')
      const writeKey = isDryRun ? null : key
      await spendImport(context.at, signedInUser(context).user.user_id, writeKey)
      const request = {
        kind,
        text,
        system,
        isDryRun,
        fileName,
        maxLines: MAX_CONSOLE_IMPORT_LINES,
        chosen,
        isUnknownLeftOut: args.isUnknownLeftOut ?? false,
        leftOut: new Set(leftOut),
        importId: args.importId ?? null,
      }
      return { report: await importFile(placeOfImport(context), request, writeKey) }
    },
  }),
)
