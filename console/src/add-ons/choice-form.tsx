/** Ticks what an application may use, out of a list that is searched where it is long. */
import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FailureNote } from '../states/failure-note.tsx'

/** More than these are searched. */
const SEEN_AT_ONCE = 8

export interface Choosable {
  readonly id: string
  readonly name: string
  readonly about: string
}

interface ChoiceFormProps {
  readonly options: readonly Choosable[]
  readonly before: readonly string[]
  readonly legend: string
  /** What the options are, in the plural. */
  readonly many: string
  readonly change: Pick<ReturnType<typeof useChange>, 'isPending' | 'isError' | 'error'>
  readonly onSave: (chosen: string[]) => void
  readonly onClose: () => void
  /** What the choice means, after how many are chosen. */
  readonly children: ReactNode
}

export const ChoiceForm = (props: ChoiceFormProps) => {
  const { options, before, legend, many, change, onSave, onClose, children } = props
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(before))
  const [typed, setTyped] = useState('')
  const searched = typed.trim().toLowerCase()
  const shown = options.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(searched))
  // What is no option any more cannot be kept.
  const kept = options.map(({ id }) => id).filter((id) => chosen.has(id))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(kept)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      {options.length > SEEN_AT_ONCE && (
        <TextInput
          label={`Search ${options.length} ${many}`}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <fieldset className="stack-tight">
        <legend className="unseen">{legend}</legend>
        {shown.map(({ id, name, about }) => (
          <Checkbox
            key={id}
            label={name}
            description={about}
            checked={chosen.has(id)}
            onChange={() => setChosen(chosen.symmetricDifference(new Set([id])))}
          />
        ))}
        {shown.length === 0 && <p className="muted">None matches.</p>}
      </fieldset>
      <p className="small muted">
        {kept.length} of {options.length} chosen. {children}
      </p>
      <FailureNote error={change.error} what="Nothing was changed." />
      <FormFeet verb="Save" isBusy={change.isPending} onCancel={onClose} inDrawer />
    </form>
  )
}
