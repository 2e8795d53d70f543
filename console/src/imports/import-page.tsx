/** Imports records from a CSV file: columns, a dry run, then the lines that are fine. */
import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { asGraphFailure } from '../graph/failure.ts'
import { problemsByField } from '../graph/problems.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { ColumnHelp } from './column-help.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { DryRun } from './dry-run.tsx'
import { type ChosenFile, FileChoice } from './file-choice.tsx'
import { MAX_LINES_PER_PART, partsOf } from './file-parts.ts'
import { ImportFeet } from './import-feet.tsx'
import { ImportSteps } from './import-steps.tsx'
import { countedKind, IMPORT_KINDS, KIND_WORDS } from './kinds.ts'
import { LeaveQuestion } from './leave-question.tsx'
import type { Line } from './merged-report.ts'
import { ProgressBar } from './progress-bar.tsx'
import type { ImportKind, ImportReport } from './queries.ts'
import { RecentImports } from './recent/recent-imports.tsx'
import type { Chosen } from './send-parts.ts'
import { useImport } from './use-import.ts'
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
    <Note
      tone="good"
      icon="circleCheck"
      role="status"
      action={
        <Link to="/data/$kind" params={{ kind: place }}>
          See them
        </Link>
      }
    >
      <b>{countedKind(report.createdCount + report.updatedCount, kind)} imported.</b> {report.createdCount} new,{' '}
      {report.updatedCount} changed, {report.unchangedCount} unchanged.{' '}
      {report.createdCount > 0 && 'What is new can be undone below for 24 hours.'}
    </Note>
  )
}

/** Some parts of a long file are written, a later one is not. */
const HalfWritten = ({ kind, report, onGoOn }: HalfWrittenProps) => {
  const count = report.createdCount + report.updatedCount
  return (
    <Note
      tone="fail"
      icon="circleCross"
      role="alert"
      action={onGoOn && <Button onClick={onGoOn}>Go on with the rest</Button>}
    >
      <b>
        {count === 0
          ? 'Nothing was written.'
          : `${countedKind(count, kind)} ${count === 1 ? 'was' : 'were'} written, the rest was not.`}
      </b>{' '}
      {report.problemCount > 0 && 'What is wrong stands below. '}
      {report.importId !== null && 'What was written can be undone at the end of this page.'}
    </Note>
  )
}

interface HalfWrittenProps {
  readonly kind: ImportKind
  readonly report: ImportReport
  readonly onGoOn: (() => void) | null
}

interface FailureProps {
  readonly error: Error
  readonly isUnchecked: boolean
  readonly onRetry: () => void
}

/** A write is sent again by the button that sent it, a check by the note's. */
const Failure = ({ error, isUnchecked, onRetry }: FailureProps) => {
  const note = { error, fields: ['system'] }
  if (!isUnchecked) return <FailureNote {...note} what="Not all was sent." />
  const what = 'The file was not checked.'
  // A check writes nothing: where its answer was lost, nothing is unknown.
  const isLost = asGraphFailure(error).kind === 'lost'
  return <FailureNote {...note} {...(isLost ? { stale: what } : { what })} onRetry={onRetry} />
}

const Importing = ({ kind }: { readonly kind: ImportKind }) => {
  const [system, setSystem] = useState('')
  const { chosen, report, progress, error, isHalfWritten, ...job } = useImport(kind)
  const isBusy = progress !== null
  const isWriting = progress?.isDryRun === false
  const isWritten = report?.isDryRun === false
  const leftOut = chosen?.leftOut ?? []
  const again = (changes: Partial<Chosen>) => {
    if (chosen && !isWriting && !isWritten) job.check({ ...chosen, ...changes })
  }
  const choose = (file: ChosenFile) => {
    job.clear()
    const parts = partsOf(file.text)
    job.check({ file, parts, system: system.trim(), columns: new Map(), leftOut: [] })
  }
  const leaveOut = (lines: readonly Line[]) => again({ leftOut: [...leftOut, ...lines] })
  const isDone = isWritten && !isHalfWritten
  return (
    <>
      <LeaveQuestion isUnfinished={job.isUnfinished} />
      <ImportSteps chosen={chosen} report={report} isWriting={isWriting || isWritten} isDone={isDone} />
      <div className={report ? 'import-alone' : 'columns'}>
        <div>
          <FileChoice isFirst={chosen === null} isBusy={isBusy} isWriting={isWriting} onChosen={choose} />
          <TextInput
            label="System that the ids come from (optional)"
            description="Whose ids the column externalId holds, such as legacy."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={100}
            value={system}
            disabled={isWriting}
            error={problemsByField(error).system}
            onChange={(event) => setSystem(event.currentTarget.value)}
            onBlur={() => chosen?.system !== system.trim() && again({ system: system.trim() })}
          />
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
          isBusy={isBusy || isWritten}
          onChoose={(place, column) => chosen && again({ columns: new Map(chosen.columns).set(place, column) })}
        />
      )}
      {error !== null && <Failure error={error} isUnchecked={!job.isUpToDate} onRetry={() => again({})} />}
      {isDone && <Done kind={kind} report={report} />}
      {isWritten && isHalfWritten && !isBusy && <HalfWritten kind={kind} report={report} onGoOn={job.goOn} />}
      {progress !== null && progress.all > MAX_LINES_PER_PART && <ProgressBar progress={progress} />}
      {report && (
        <DryRun
          kind={kind}
          report={report}
          leftOut={leftOut}
          isHalfWritten={isHalfWritten}
          isWriting={isWriting}
          onLeaveOut={(line) => leaveOut([line])}
          onTakeIn={({ line }) => again({ leftOut: leftOut.filter((one) => one.line !== line) })}
        />
      )}
      {report?.isDryRun && (
        <ImportFeet
          kind={kind}
          report={report}
          leftOut={leftOut}
          isUpToDate={job.isUpToDate}
          isBusy={isBusy}
          isWriting={isWriting}
          onLeaveOut={leaveOut}
          onCancel={job.clear}
          onImport={job.write}
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
