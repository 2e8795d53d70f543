/** One form for all settings: what was not touched keeps what others wrote meanwhile. */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import { ChangedByOthers, isStale } from '../data/changed-by-others.tsx'
import { type ControlsProps, FieldControls, ledToProblem } from '../data/field-controls.tsx'
import { type Draft, draftProblems } from '../data/form-values.ts'
import type { FieldOfKind } from '../data/kinds.ts'
import { spelled } from '../data/spelled.ts'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FormProblems } from '../parts/form-problems.tsx'
import { Panel } from '../parts/panel.tsx'
import { Note } from '../states/note.tsx'
import { SETTINGS_UPDATE, type Settings } from './queries.ts'
import {
  atOwnFields,
  documentsOf,
  draftOfSettings,
  type Folded,
  fieldsOf,
  groupsOf,
  reviewsOf,
  settingsInput,
} from './settings-fields.ts'
import '../data/record.css'
import './settings.css'

/** What is chosen, in few words. */
const chosenIn = (fields: readonly FieldOfKind[], draft: Draft): string =>
  fields
    .map(({ name, type }) => {
      const value = draft[name] ?? ''
      if (type === 'whole') return `${value} min`
      return value === '' ? 'none' : value.split(' ').map(spelled).join(', ')
    })
    .join(' · ')

type FoldsProps = Omit<ControlsProps, 'fields'> & { readonly list: readonly Folded[] }

/** One below the other, each opened by a press: most stay as they are. */
const Folds = ({ list, ...props }: FoldsProps) => (
  <div className="setting-folds">
    {list.map(({ of, fields }) => (
      <details key={of} open={fields.some(({ name }) => props.problems[name] !== undefined) || undefined}>
        <summary>
          <b>{spelled(of)}</b> <span className="small muted">{chosenIn(fields, props.draft)}</span>
        </summary>
        <FieldControls fields={fields} {...props} />
      </details>
    ))}
  </div>
)

export const SettingsForm = ({ settings }: { readonly settings: Settings }) => {
  const queries = useQueryClient()
  const fields = fieldsOf(settings)
  const before = draftOfSettings(settings)
  const [opened, setOpened] = useState(before)
  const [draft, setDraft] = useState(before)
  const [isTried, setTried] = useState(false)
  const change = useChange(SETTINGS_UPDATE)
  const error = useMemo(() => atOwnFields(change.error, settings), [change.error, settings])
  const labels = Object.fromEntries(fields.map(({ name, label }) => [name, label]))
  const unread = draftProblems(fields, draft, false)
  const problems: Partial<Record<string, string>> = { ...problemsByField(error, labels), ...(isTried ? unread : {}) }
  const touched = fields.filter(({ name }) => draft[name] !== opened[name])
  const isTouched = touched.length > 0
  const onChange = (name: string, value: string) => {
    if (change.isSuccess) change.reset()
    setDraft((earlier) => ({ ...earlier, [name]: value }))
  }
  const drop = () => {
    change.reset()
    setTried(false)
    setOpened(before)
    setDraft(before)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (ledToProblem(event.currentTarget, fields, unread)) return
    const mine = Object.fromEntries(
      fields.map(({ name }) => [name, (draft[name] === opened[name] ? before[name] : draft[name]) ?? '']),
    )
    change.mutate(
      { input: settingsInput(settings, mine, before), expectedVersion: settings.version },
      {
        onSuccess: () => {
          setOpened(mine)
          setDraft(mine)
          setTried(false)
        },
        onError: (failed) => isStale(failed) && queries.invalidateQueries(),
      },
    )
  }
  const shared = { draft, problems, onChange }
  return (
    <form className="form settings" onSubmit={submit} noValidate>
      {groupsOf(settings).map(({ title, about, fields: own }) => (
        <Panel key={title} title={title} hint={about}>
          <div className="panel-body">
            <FieldControls fields={own} {...shared} />
          </div>
        </Panel>
      ))}
      <Panel title="Documents on board" hint="What flights of a kind should carry, for briefings">
        <Folds list={documentsOf()} {...shared} />
      </Panel>
      <Panel title="Services that are asked again" hint="From the next change of a flight on">
        <Folds list={reviewsOf(settings)} {...shared} />
      </Panel>
      {change.isError &&
        (isStale(change.error) ? (
          <ChangedByOthers fields={touched} now={before} draft={draft} onDrop={drop} />
        ) : (
          <FormProblems error={error} labels={labels} what="Nothing was changed." />
        ))}
      {change.isSuccess && (
        <Note tone="good" icon="circleCheck" role="status">
          <b>Saved.</b>
        </Note>
      )}
      <div className="form-feet">
        <Button disabled={!isTouched || change.isPending} onClick={drop}>
          Undo
        </Button>
        <Button type="submit" variant="filled" disabled={!isTouched} loading={change.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
