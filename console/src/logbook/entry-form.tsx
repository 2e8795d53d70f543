/** Adds or changes an entry of one's own: a flight elsewhere, a simulator session, the totals of an older logbook. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AirportFilter } from '../data/airport-filter.tsx'
import { useChange } from '../graph/change.ts'
import { DayField } from '../parts/day-field.tsx'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { type Typed, useDraft } from '../parts/use-draft.ts'
import { hoursText } from '../text/hours.ts'
import { blockMinutes, type Draft, draftOf, draftProblems, inputOf } from './entry-draft.ts'
import { CLASSES, FIELDS_OF, type Field, LABELS, ROLE_FIELDS, type Text } from './entry-fields.ts'
import { ENTRY_CREATE, ENTRY_UPDATE, type Entry } from './queries.ts'
import type { EntryKind } from './search.ts'

interface InputProps extends Typed<Draft> {
  readonly field: Text
}

const INPUT_MODE = { hours: 'decimal', clock: 'numeric', count: 'numeric', text: 'text' } as const

const Input = ({ field, draft, problems, change }: InputProps) => {
  const { name, label, type, placeholder, hint, isCode } = field
  return (
    <TextInput
      name={name}
      label={label}
      autoComplete="off"
      inputMode={INPUT_MODE[type]}
      {...(isCode ? { className: 'mono-input' } : {})}
      {...(placeholder === undefined ? {} : { placeholder })}
      {...(hint === undefined ? {} : { description: hint })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={draft[name] ?? ''}
      error={problems[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
}

/** Time in the chosen function and class is the time of the flight, unless an application split it. */
const Choice = ({ field, draft, change }: Typed<Draft> & { readonly field: Extract<Field, { choice: string }> }) => {
  const words = field.choice === 'role' ? ROLE_FIELDS : CLASSES
  const value = draft[field.choice] ?? ''
  return (
    <NativeSelect
      name={field.choice}
      label={field.label}
      value={value}
      onChange={(event) => change({ [field.choice]: event.currentTarget.value })}
      data={[
        ...(value === 'several' ? [{ value: 'several', label: 'Several, as they are' }] : []),
        ...Object.entries(words).map(([key, label]) => ({ value: key, label })),
      ]}
    />
  )
}

const AnyField = ({ field, ...props }: Typed<Draft> & { readonly field: Field }) => {
  const { draft, problems, change } = props
  if ('choice' in field) return <Choice field={field} {...props} />
  if ('airport' in field) {
    const { airport: name, label } = field
    return (
      <AirportFilter
        name={name}
        label={label}
        value={draft[name] || undefined}
        error={problems[name]}
        onChange={(code) => change({ [name]: code ?? '' })}
      />
    )
  }
  return <Input field={field} {...props} />
}

/** "Add 4:00 simulator": the button says what it does. */
const verbOf = (kind: EntryKind, draft: Draft): string => {
  if (kind === 'BROUGHT_FORWARD') return 'Bring forward'
  if (kind === 'FSTD') return `Add ${draft.fstdMinutes || '0:00'} simulator`
  const minutes = blockMinutes(draft)
  return minutes === undefined ? 'Add flight' : `Add ${hoursText(minutes)} flight`
}

const DAY_LABELS = { FLIGHT: 'Day of departure, UTC', FSTD: 'Day', BROUGHT_FORWARD: 'Until' } as const

interface EntryFormProps {
  readonly kind: EntryKind
  /** Null: a new one. */
  readonly entry: Entry | null
  readonly onDone: (logbookEntryId: string) => void
  readonly onCancel: () => void
}

export const EntryForm = ({ kind, entry, onDone, onCancel }: EntryFormProps) => {
  const [before] = useState(() => draftOf(kind, entry))
  const creation = useChange(ENTRY_CREATE)
  const update = useChange(ENTRY_UPDATE)
  const { error, isPending } = entry === null ? creation : update
  const { whenSent, ...form } = useDraft<Draft>({
    begin: () => before,
    problemsOf: (typed) => draftProblems(kind, typed),
    error,
    labels: LABELS,
  })
  const { draft, problems, change } = form
  const save = () => {
    if (entry === null) {
      const done = {
        onSuccess: ({ myLogbookEntryCreate: made }: Made) => onDone(made.logbookEntry?.logbookEntryId ?? ''),
      }
      creation.mutate({ input: { ...inputOf(kind, draft, null), kind, date: draft.date ?? '' } }, done)
      return
    }
    const { logbookEntryId, version: expectedVersion } = entry
    const input = inputOf(kind, draft, before)
    update.mutate({ logbookEntryId, input, expectedVersion }, { onSuccess: () => onDone(logbookEntryId) })
  }
  return (
    <form className="form" onSubmit={whenSent(save)} noValidate>
      <div className={kind === 'FLIGHT' ? 'logbook-fields logbook-flight' : 'logbook-fields'}>
        <DayField
          label={DAY_LABELS[kind]}
          value={draft.date || undefined}
          error={problems.date}
          onChange={(day) => change({ date: day ?? '' })}
        />
        {FIELDS_OF[kind].map((field) => (
          <AnyField key={field.label} field={field} {...form} />
        ))}
      </div>
      <Textarea
        name="remarks"
        label="Remarks"
        autosize
        minRows={2}
        value={draft.remarks ?? ''}
        error={problems.remarks}
        onChange={(event) => change({ remarks: event.currentTarget.value })}
      />
      <FormProblems error={error} what={entry === null ? 'It was not added.' : 'It was not changed.'} labels={LABELS} />
      <FormFeet verb={entry === null ? verbOf(kind, draft) : 'Save'} isBusy={isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}

type Made = { readonly myLogbookEntryCreate: { readonly logbookEntry: { readonly logbookEntryId: string } | null } }
