/** Enters a defect into the technical log of an aircraft. */
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { aircraftOptions, type FleetAircraft } from '../data/aircraft/fleet.ts'
import { useChange } from '../graph/change.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { type Problems, typed, useDraft } from '../parts/use-draft.ts'
import { utcFull } from '../text/instant.ts'
import { readTime } from '../text/read-time.ts'
import { DEFECT_CREATE } from './queries.ts'

const LABELS = { aircraftId: 'Aircraft', ataChapter: 'ATA chapter', description: 'Defect', foundAt: 'Found (UTC)' }

const draftFor = (aircraftId = '') => ({
  ...{ aircraftId, ataChapter: '', description: '', foundAt: utcFull(new Date()) },
  ...{ isNoGo: true, isRecurring: false },
})

const draftProblems = ({ aircraftId, description, foundAt }: ReturnType<typeof draftFor>): Problems => ({
  ...(aircraftId === '' ? { aircraftId: 'Choose the aircraft.' } : {}),
  ...(description.trim() === '' ? { description: 'Say what is wrong.' } : {}),
  ...(readTime(foundAt) === undefined ? { foundAt: 'A day and a time, e.g. 12 Nov 2026 09:39Z.' } : {}),
})

interface NewDefectProps {
  readonly fleet: readonly FleetAircraft[]
  readonly aircraftId: string | undefined
  readonly onDone: () => void
}

export const NewDefect = ({ fleet, aircraftId, onDone }: NewDefectProps) => {
  const creation = useChange(DEFECT_CREATE)
  const { whenSent, ...form } = useDraft({
    begin: () => draftFor(aircraftId),
    problemsOf: draftProblems,
    error: creation.error,
    labels: LABELS,
  })
  const { draft, change } = form
  const create = () => {
    const { ataChapter, description, foundAt, ...others } = draft
    const input = {
      ...others,
      description: description.trim(),
      foundAt: readTime(foundAt) ?? '',
      ...(ataChapter.trim() === '' ? {} : { ataChapter: ataChapter.trim() }),
    }
    creation.mutate({ input }, { onSuccess: onDone })
  }
  return (
    <form className="form" onSubmit={whenSent(create)} noValidate>
      <NativeSelect
        label={LABELS.aircraftId}
        data={aircraftOptions(fleet, 'Choose an aircraft')}
        {...typed(form, 'aircraftId')}
      />
      <Textarea label={LABELS.description} autosize minRows={2} maxLength={2000} {...typed(form, 'description')} />
      <div className="pair">
        <TextInput
          label={LABELS.ataChapter}
          placeholder="32-51"
          maxLength={20}
          autoComplete="off"
          {...typed(form, 'ataChapter')}
        />
        <TextInput label={LABELS.foundAt} autoComplete="off" {...typed(form, 'foundAt')} />
      </div>
      <Checkbox
        label="No go: the aircraft stays on the ground until it is deferred or released"
        checked={draft.isNoGo}
        onChange={(event) => change({ isNoGo: event.currentTarget.checked })}
      />
      <Checkbox
        label="It was there before"
        checked={draft.isRecurring}
        onChange={(event) => change({ isRecurring: event.currentTarget.checked })}
      />
      <FormProblems error={creation.error} what="The defect was not entered." labels={LABELS} />
      <FormFeet verb="Enter the defect" isBusy={creation.isPending} onCancel={onDone} inDrawer />
    </form>
  )
}
