/** Makes or changes a record: the fields that its description lets be written. */
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { ChangedByOthers, isStale } from './changed-by-others.tsx'
import { mutationDocument } from './documents.ts'
import { FieldControls, ledToProblem } from './field-controls.tsx'
import { type Draft, draftOf, draftProblems, fieldsFor, inputOf } from './form-values.ts'
import { idOf, type Kind, type MutationOfKind, type Row } from './kinds.ts'

interface RecordFormProps {
  readonly kind: Kind
  readonly mutation: MutationOfKind
  /** Null for a new one. */
  readonly record: Row | null
  /** What a new one is given beside what is typed, and what its form begins with. */
  readonly more?: Row
  readonly begins?: Draft
  readonly onDone: (id: string) => void
  readonly onCancel: () => void
}

/** Makes a record of a kind that needs more than a form. */
export type OwnNew = ComponentType<Omit<RecordFormProps, 'record' | 'more' | 'begins'>>

export const RecordForm = ({ kind, mutation, record, more, begins, onDone, onCancel }: RecordFormProps) => {
  const queries = useQueryClient()
  const fields = fieldsFor(kind, record === null ? 'create' : 'update')
  /** As it stood when the form was opened; what is another now was changed by somebody else. */
  const [opened] = useState(() => draftOf(fields, record))
  const before = draftOf(fields, record)
  const [draft, setDraft] = useState<Draft>(() => ({ ...opened, ...begins }))
  const [isTried, setTried] = useState(false)
  const change = useChange(mutationDocument(kind, mutation))
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const unread = draftProblems(fields, draft, record === null)
  const problems: Partial<Record<string, string>> = {
    ...problemsByField(change.error, labels),
    ...(isTried ? unread : {}),
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (ledToProblem(event.currentTarget, fields, unread)) return
    // A field that was not touched keeps what others wrote meanwhile.
    const mine = Object.fromEntries(
      fields.map(({ name }) => [name, draft[name] === opened[name] ? (before[name] ?? '') : (draft[name] ?? '')]),
    )
    const inInput = fields.filter(({ isArgument }) => !isArgument || record !== null)
    const input = inputOf(inInput, mine, record === null ? null : before)
    const given = Object.fromEntries(
      fields.filter(({ isArgument }) => isArgument && record === null).map(({ name }) => [name, draft[name]]),
    )
    const own = record === null ? {} : { [kind.id.field]: idOf(kind, record) }
    change.mutate(
      {
        ...given,
        ...(kind.id.isInInput ? {} : own),
        input: { ...input, ...more, ...(kind.id.isInInput ? own : {}) },
        ...(record === null ? {} : { expectedVersion: record.version }),
      },
      {
        onSuccess: (data) => {
          const made = data[mutation.name]?.[kind.queries.one] as Row | null | undefined
          onDone(made ? idOf(kind, made) : record ? idOf(kind, record) : '')
        },
        onError: (error) => isStale(error) && queries.invalidateQueries(),
      },
    )
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <FieldControls
        fields={fields}
        draft={draft}
        problems={problems}
        first={fields[0]?.name}
        isNeeded={(field) => (record === null ? field.isAsked || field.isArgument : field.isNeeded)}
        onChange={(name, value) => setDraft((earlier) => ({ ...earlier, [name]: value }))}
      />
      {change.isError &&
        (isStale(change.error) ? (
          <ChangedByOthers fields={fields} now={before} draft={draft} onDrop={onCancel} />
        ) : (
          <FormProblems
            error={change.error}
            labels={labels}
            what={record === null ? `The ${kind.noun} was not made.` : 'Nothing was changed.'}
          />
        ))}
      <FormFeet
        verb={record === null ? `Add ${kind.noun}` : 'Save'}
        isBusy={change.isPending}
        onCancel={onCancel}
        inDrawer
      />
    </form>
  )
}
