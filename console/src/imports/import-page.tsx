/** Imports aircraft, crew, contacts or flights from a CSV file: a dry run first, then all lines or none. */
import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { ColumnHelp } from './column-help.tsx'
import { DryRun } from './dry-run.tsx'
import { type ChosenFile, FileChoice } from './file-choice.tsx'
import { countedKind, IMPORT_KINDS, KIND_WORDS } from './kinds.ts'
import { IMPORT, type ImportKind, type ImportReport } from './queries.ts'
import './import.css'

const Kinds = ({ kind }: { readonly kind: ImportKind }) => (
  <nav className="segments" aria-label="Kind of records">
    {IMPORT_KINDS.map((one) => (
      <Link key={one} to="/import" search={{ kind: one }} aria-current={one === kind ? 'true' : undefined}>
        {KIND_WORDS[one].label}
      </Link>
    ))}
  </nav>
)

const Done = ({ kind, report }: { readonly kind: ImportKind; readonly report: ImportReport }) => {
  const { place } = KIND_WORDS[kind]
  return (
    <Note tone="good" icon="circleCheck" role="status" action={place !== null && <Link to={place}>See them</Link>}>
      <b>{countedKind(report.createdCount + report.updatedCount, kind)} imported.</b> {report.createdCount} new,{' '}
      {report.updatedCount} changed, {report.unchangedCount} unchanged.
    </Note>
  )
}

interface Checked {
  readonly file: ChosenFile
  readonly report: ImportReport
}

const Importing = ({ kind }: { readonly kind: ImportKind }) => {
  const [system, setSystem] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const check = useChange(IMPORT)
  const write = useChange(IMPORT)
  const send = (change: typeof check, file: ChosenFile, isDryRun: boolean) =>
    change.mutate(
      { kind, text: file.text, fileName: file.name, system: system.trim() === '' ? null : system.trim(), isDryRun },
      {
        onSuccess: ({ recordsImport: { report } }) => {
          if (report) setChecked({ file, report })
        },
      },
    )
  const choose = (file: ChosenFile) => {
    setChecked(null)
    write.reset()
    send(check, file, true)
  }
  const isReady = checked?.report.isDryRun === true && checked.report.problemCount === 0
  const isDone = checked?.report.isDryRun === false && checked.report.problemCount === 0
  const failure = write.error ?? check.error
  return (
    <>
      <div className="columns">
        <div>
          <TextInput
            label="System that the ids come from (optional)"
            description="Whose ids the column externalId holds, such as legacy."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={100}
            value={system}
            error={problemsByField(failure).system}
            onChange={(event) => {
              setSystem(event.currentTarget.value)
              setChecked(null)
            }}
          />
          <FileChoice isBusy={check.isPending} onChosen={choose} />
        </div>
        <div>
          <ColumnHelp kind={kind} />
        </div>
      </div>
      {failure !== null && <FailureNote error={failure} what="Nothing was imported." fields={['system']} />}
      {isDone && <Done kind={kind} report={checked.report} />}
      {checked !== null && <DryRun report={checked.report} />}
      {checked !== null && !isDone && (
        <div className="form-feet">
          {checked.report.problemCount > 0 && (
            <span className="muted import-feet-note">Mend the file and choose it again: all lines or none.</span>
          )}
          <Button onClick={() => setChecked(null)}>Cancel</Button>
          <Button
            variant="filled"
            disabled={!isReady}
            loading={write.isPending}
            onClick={() => send(write, checked.file, false)}
          >
            Import{isReady && ` ${countedKind(checked.report.createdCount + checked.report.updatedCount, kind)}`}
          </Button>
        </div>
      )}
    </>
  )
}

export const ImportPage = () => {
  const { kind = 'AIRCRAFT' } = useSearch({ from: '/import' })
  return (
    <AdminsOnly scope="user:write" title="Import">
      <PageHead
        title="Import"
        above={
          <nav className="small" aria-label="Breadcrumb">
            <Link to="/data">Data</Link>
          </nav>
        }
        about="Records from a CSV file. A dry run comes first; then all lines are written, or none."
      />
      <div className="filters">
        <Kinds kind={kind} />
      </div>
      <Importing key={kind} kind={kind} />
    </AdminsOnly>
  )
}
