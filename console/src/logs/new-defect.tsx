/** Enters a defect into the technical log of an aircraft. */
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { FleetAircraft } from '../data/aircraft/fleet.ts'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { utcFull } from '../text/instant.ts'
import { readTime } from '../text/read-time.ts'
import { DEFECT_CREATE } from './queries.ts'

const LABELS = { aircraftId: 'Aircraft', ataChapter: 'ATA chapter', description: 'Defect', foundAt: 'Found (UTC)' }

interface NewDefectProps {
  readonly fleet: readonly FleetAircraft[]
  readonly aircraftId: string | undefined
  readonly onDone: () => void
}

export const NewDefect = ({ fleet, aircraftId, onDone }: NewDefectProps) => {
  const [draft, setDraft] = useState(() => ({
    ...{ aircraftId: aircraftId ?? '', ataChapter: '', description: '', foundAt: utcFull(new Date()) },
    ...{ isNoGo: true, isRecurring: false },
  }))
  const [isTried, setTried] = useState(false)
  const creation = useChange(DEFECT_CREATE)
  const foundAt = readTime(draft.foundAt)
  const own: Readonly<Record<string, string>> = {
    ...(draft.aircraftId === '' ? { aircraftId: 'Choose the aircraft.' } : {}),
    ...(draft.description.trim() === '' ? { description: 'Say what is wrong.' } : {}),
    ...(foundAt === undefined ? { foundAt: 'A day and a time, e.g. 12 Nov 2026 09:39Z.' } : {}),
  }
  const problems: Readonly<Record<string, string>> = {
    ...problemsByField(creation.error, LABELS),
    ...(isTried ? own : {}),
  }
  const change = (part: Partial<typeof draft>) => setDraft({ ...draft, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (foundAt === undefined || Object.keys(own).length > 0) return
    const { isNoGo, isRecurring } = draft
    const input = {
      ...{ aircraftId: draft.aircraftId, description: draft.description.trim(), foundAt, isNoGo, isRecurring },
      ...(draft.ataChapter.trim() === '' ? {} : { ataChapter: draft.ataChapter.trim() }),
    }
    creation.mutate({ input }, { onSuccess: onDone })
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <NativeSelect
        label={LABELS.aircraftId}
        name="aircraftId"
        data={[
          { value: '', label: 'Choose an aircraft' },
          ...fleet.map((each) => ({ value: each.aircraftId, label: each.registration })),
        ]}
        value={draft.aircraftId}
        error={problems.aircraftId}
        onChange={(event) => change({ aircraftId: event.currentTarget.value })}
      />
      <Textarea
        label={LABELS.description}
        name="description"
        autosize
        minRows={2}
        maxLength={2000}
        value={draft.description}
        error={problems.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <div className="pair">
        <TextInput
          label={LABELS.ataChapter}
          name="ataChapter"
          placeholder="32-51"
          maxLength={20}
          autoComplete="off"
          value={draft.ataChapter}
          error={problems.ataChapter}
          onChange={(event) => change({ ataChapter: event.currentTarget.value })}
        />
        <TextInput
          label={LABELS.foundAt}
          name="foundAt"
          autoComplete="off"
          value={draft.foundAt}
          error={problems.foundAt}
          onChange={(event) => change({ foundAt: event.currentTarget.value })}
        />
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
      {creation.isError && <FormProblems error={creation.error} what="The defect was not entered." labels={LABELS} />}
      <FormFeet verb="Enter the defect" isBusy={creation.isPending} onCancel={onDone} inDrawer />
    </form>
  )
}
