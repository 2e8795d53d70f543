/** One entry: what it counts, the person's note, and for one of their own the way to change it. */
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { RecordDrawer } from '../data/record-drawer.tsx'
import { type Fact, Facts } from '../data/record-parts.tsx'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Moment } from '../parts/moment.tsx'
import { useViewer } from '../shell/viewer.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'
import { grouped } from '../text/count.ts'
import { hoursText } from '../text/hours.ts'
import { EntryForm } from './entry-form.tsx'
import { landingsInWords, takeOffsInWords, titleOf } from './entry-words.ts'
import { ANNOTATE, ENTRY_DELETE, ENTRY_OPENED, type Entry } from './queries.ts'

/** Where the entry came from, and how it changes. */
const Source = ({ entry }: { readonly entry: Entry }) => {
  const { operatorName } = useViewer()
  if (entry.source === 'OPERATOR') {
    return (
      <Note icon="lock">
        From flight{' '}
        <Link className="mono" to="/data/flights" search={{ open: entry.flightId ?? '' }}>
          {entry.flightNo}
        </Link>
        . It follows the flight; you can add a note. What is wrong is corrected there: tell operations of {operatorName}
        .
      </Note>
    )
  }
  return (
    <Note icon="person">
      {entry.source === 'IMPORT' ? 'Added by an application that you allowed.' : 'Your own entry.'} You can change and
      delete it.
    </Note>
  )
}

const TIMES = [
  ['picMinutes', 'Commander'],
  ['picusMinutes', 'PICUS, within it'],
  ['spicMinutes', 'SPIC, within it'],
  ['instructorMinutes', 'Instructor, within it'],
  ['examinerMinutes', 'Examiner, within it'],
  ['copilotMinutes', 'Co-pilot'],
  ['dualMinutes', 'Dual'],
  ['cruiseReliefMinutes', 'Cruise relief'],
  ['multiPilotMinutes', 'Multi-pilot'],
  ['singlePilotSeMinutes', 'Single-pilot SE'],
  ['singlePilotMeMinutes', 'Single-pilot ME'],
  ['nightMinutes', 'Night'],
  ['ifrMinutes', 'IFR'],
] as const satisfies readonly (readonly [keyof Entry, string])[]

const hours = (minutes: number) => <span className="number">{hoursText(minutes)}</span>

const timesOf = (entry: Entry): Fact[] =>
  TIMES.filter(([field]) => entry[field] > 0).map(([field, name]) => ({
    name,
    value:
      field === 'nightMinutes' && entry.source === 'OPERATOR' ? (
        <>
          {hours(entry[field])} <span className="small muted">by sun and position</span>
        </>
      ) : (
        hours(entry[field])
      ),
  }))

const flightFacts = (entry: Entry): Fact[] => [
  {
    name: 'Aircraft',
    value: (
      <>
        <span className="mono">{entry.registration}</span> {entry.acftICAO}{' '}
        <span className="small muted">{entry.acftModel}</span>
      </>
    ),
  },
  ...(entry.plannedICAO === null
    ? []
    : [{ name: 'Planned to', value: <span className="mono">{entry.plannedICAO}</span> }]),
  {
    name: 'Off, on block',
    value: entry.offBlock !== null && entry.onBlock !== null && (
      <>
        <Moment at={entry.offBlock} as="minutes" />, <Moment at={entry.onBlock} as="minutes" />
      </>
    ),
  },
  { name: 'Total', value: hours(entry.totalMinutes) },
  { name: 'Commander was', value: entry.picName },
  ...timesOf(entry),
  { name: 'Take-offs', value: takeOffsInWords(entry) },
  { name: 'Landings', value: landingsInWords(entry) },
  ...(entry.approachList.length === 0
    ? []
    : [
        {
          name: 'Approaches',
          value: entry.approachList
            .map(({ type, runway, airportICAO, count }) =>
              [count > 1 && `${count} ×`, type, airportICAO, runway && `runway ${runway}`].filter(Boolean).join(' '),
            )
            .join(', '),
        },
      ]),
]

const factsOf = (entry: Entry): Fact[] => {
  if (entry.kind === 'FLIGHT') return [...flightFacts(entry), ...remarks(entry)]
  if (entry.kind === 'FSTD') {
    return [
      { name: 'Device', value: entry.fstdType },
      { name: 'Qualification', value: entry.fstdQualification && <code>{entry.fstdQualification}</code> },
      {
        name: 'Time',
        value: (
          <>
            {hours(entry.fstdMinutes)} <span className="small muted">not in flight time</span>
          </>
        ),
      },
      ...remarks(entry),
    ]
  }
  return [
    { name: 'Flights', value: grouped(entry.flightCount) },
    { name: 'Total', value: hours(entry.totalMinutes) },
    ...timesOf(entry),
    ...(entry.fstdMinutes > 0 ? [{ name: 'Simulator', value: hours(entry.fstdMinutes) }] : []),
    { name: 'Take-offs', value: takeOffsInWords(entry) },
    { name: 'Landings', value: landingsInWords(entry) },
    ...remarks(entry),
  ]
}

const remarks = ({ remarks: text }: Entry): Fact[] => (text === null ? [] : [{ name: 'Remarks', value: text }])

const MAX_NOTE = 2000

const OwnNote = ({ entry }: { readonly entry: Entry }) => {
  const [text, setText] = useState(entry.annotation ?? '')
  const annotation = useChange(ANNOTATE)
  const { logbookEntryId, version: expectedVersion } = entry
  const submit = (event: FormEvent) => {
    event.preventDefault()
    annotation.mutate({ logbookEntryId, annotation: text.trim() || null, expectedVersion })
  }
  const isSaved = annotation.isSuccess && text.trim() === (entry.annotation ?? '')
  return (
    <form className="form" onSubmit={submit}>
      <Textarea
        label="Your note"
        autosize
        minRows={2}
        maxLength={MAX_NOTE}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <FailureNote error={annotation.error} what="The note was not saved." />
      <div className="row">
        <Button
          type="submit"
          variant="filled"
          loading={annotation.isPending}
          disabled={text.trim() === (entry.annotation ?? '')}
        >
          Save the note
        </Button>
        <span role="status" className="small muted">
          {isSaved && 'Saved'}
        </span>
      </div>
    </form>
  )
}

interface OwnActionsProps {
  readonly entry: Entry
  readonly onChange: () => void
  readonly onGone: () => void
}

const OwnActions = ({ entry, onChange, onGone }: OwnActionsProps) => {
  const [isAsking, setAsking] = useState(false)
  // The form goes with its entry, before its own callback would run.
  const deletion = useChange(ENTRY_DELETE, onGone)
  const { logbookEntryId, version: expectedVersion } = entry
  return (
    <div className="row">
      <Button onClick={onChange}>Change</Button>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        Delete…
      </Button>
      <ConfirmDialog
        title={`Delete ${titleOf(entry)}?`}
        verb="Delete the entry"
        isOpen={isAsking}
        change={deletion}
        onConfirm={() => deletion.mutate({ logbookEntryId, expectedVersion })}
        onClose={() => setAsking(false)}
      >
        <p>Totals and recency no longer count it. There is no undo.</p>
      </ConfirmDialog>
    </div>
  )
}

const Detail = ({ entry, onGone }: { readonly entry: Entry; readonly onGone: () => void }) => {
  const [isChanging, setChanging] = useState(false)
  const stay = () => setChanging(false)
  if (isChanging) return <EntryForm kind={entry.kind} entry={entry} onDone={stay} onCancel={stay} />
  return (
    <div className="stack">
      <Source entry={entry} />
      <div className="logbook-facts">
        <Facts facts={factsOf(entry)} />
      </div>
      {entry.source !== 'OPERATOR' && <OwnActions entry={entry} onChange={() => setChanging(true)} onGone={onGone} />}
      <OwnNote entry={entry} />
    </div>
  )
}

interface EntryDrawerProps {
  readonly open: string | undefined
  readonly list: readonly string[]
  readonly onOpen: (id: string | undefined) => void
}

export const EntryDrawer = ({ open, list, onOpen }: EntryDrawerProps) => {
  const query = useQuery({ ...queryOf(ENTRY_OPENED, { logbookEntryId: open ?? '' }), enabled: open !== undefined })
  const entry = query.data?.myLogbookEntry
  return (
    <RecordDrawer
      title={entry ? titleOf(entry) : 'Entry'}
      open={open}
      list={list}
      query={query}
      isNarrow
      onOpen={onOpen}
    >
      {({ myLogbookEntry: found }) =>
        found && <Detail key={found.logbookEntryId} entry={found} onGone={() => onOpen(undefined)} />
      }
    </RecordDrawer>
  )
}
