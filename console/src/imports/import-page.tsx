/** Imports aircraft, crew, contacts or flights from a CSV file: columns, a dry run, then the lines that are fine. */
import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { problemsByField } from '../graph/problems.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { ColumnHelp } from './column-help.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { DryRun } from './dry-run.tsx'
import type { Line } from './dry-run-line.tsx'
import { type ChosenFile, FileChoice } from './file-choice.tsx'
import { MAX_LINES_PER_PART, partsOf } from './file-parts.ts'
import { ImportFeet } from './import-feet.tsx'
import { ImportSteps } from './import-steps.tsx'
import { countedKind, IMPORT_KINDS, KIND_WORDS } from './kinds.ts'
import { ProgressBar } from './progress-bar.tsx'
import type { ImportKind, ImportReport } from './queries.ts'
import { RecentImports } from './recent-imports.tsx'
import { type Chosen, useImport } from './use-import.ts'
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
      {report.updatedCount} changed, {report.unchangedCount} unchanged. It can be undone below for 24 hours.
    </Note>
  )
}

/** Some parts of a long file are written, a later one is not. */
const HalfWritten = ({ kind, report, onGoOn }: HalfWrittenProps) => (
  <Note
    tone="fail"
    icon="circleCross"
    role="alert"
    action={onGoOn && <Button onClick={onGoOn}>Go on with the rest</Button>}
  >
    <b>
      {report.createdCount + report.updatedCount === 0
        ? 'Nothing was written.'
        : `${countedKind(report.createdCount + report.updatedCount, kind)} were written, the rest was not.`}
    </b>{' '}
    {report.problemCount > 0 && 'What is wrong stands below. '}
    {report.importId !== null && 'What was written can be undone at the end of this page.'}
  </Note>
)

interface HalfWrittenProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly onGoOn: (() => void) | null
}

const Importing = ({ kind }: { readonly kind: ImportKind }) => {
  const [system, setSystem] = useState('')
  const [leftOut, setLeftOut] = useState<readonly Line[]>([])
  const { chosen, report, progress, error, ...job } = useImport(kind)
  const isBusy = progress !== null
  const again = (changes: Partial<Chosen>) => chosen && job.check({ ...chosen, ...changes })
  const choose = (file: ChosenFile) => {
    setLeftOut([])
    job.clear()
    const parts = partsOf(file.text)
    job.check({ file, parts, system: system.trim(), columns: new Map(), leftOut: new Set() })
  }
  const leaveOut = (lines: readonly Line[]) => {
    setLeftOut(lines)
    again({ leftOut: new Set(lines.map(({ line }) => line)) })
  }
  const isDone = report?.isDryRun === false && !job.isHalfWritten
  return (
    <>
      <ImportSteps chosen={chosen} report={report} isDone={isDone} />
      <div className={report ? 'import-alone' : 'columns'}>
        <div>
          <TextInput
            label="System that the ids come from (optional)"
            description="Whose ids the column externalId holds, such as legacy."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={100}
            value={system}
            error={problemsByField(error).system}
            onChange={(event) => setSystem(event.currentTarget.value)}
            onBlur={() => report?.isDryRun && chosen?.system !== system.trim() && again({ system: system.trim() })}
          />
          <FileChoice isBusy={isBusy} onChosen={choose} />
        </div>
        {!report && (
          <div>
            <ColumnHelp kind={kind} />
          </div>
        )}
      </div>
      {report && report.fileColumnList.length > 0 && (
        <ColumnsPanel
          kind={kind}
          report={report}
          isBusy={isBusy || !report.isDryRun}
          onChoose={(place, column) => chosen && again({ columns: new Map(chosen.columns).set(place, column) })}
        />
      )}
      {error !== null && <FailureNote error={error} what="Not all was sent." fields={['system']} />}
      {isDone && report && <Done kind={kind} report={report} />}
      {report?.isDryRun === false && job.isHalfWritten && !isBusy && (
        <HalfWritten kind={kind} report={report} onGoOn={job.goOn} />
      )}
      {progress !== null && progress.all > MAX_LINES_PER_PART && <ProgressBar progress={progress} />}
      {report && (
        <DryRun
          report={report}
          leftOut={leftOut}
          onLeaveOut={(line) => leaveOut([...leftOut, line])}
          onTakeIn={({ line }) => leaveOut(leftOut.filter((one) => one.line !== line))}
        />
      )}
      {report?.isDryRun && (
        <ImportFeet
          kind={kind}
          report={report}
          leftOut={leftOut}
          isBusy={isBusy}
          onLeaveOut={(lines) => leaveOut([...leftOut, ...lines])}
          onCancel={() => {
            setLeftOut([])
            job.clear()
          }}
          onImport={() => job.write()}
        />
      )}
      <RecentImports />
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
        about="From a CSV file. Nothing is written before you have seen what would happen."
      />
      <div className="filters">
        <Kinds kind={kind} />
      </div>
      <Importing key={kind} kind={kind} />
    </AdminsOnly>
  )
}
