/** Asks for a service: at a visit that is on the board, or at one end of a flight of these days. */
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { queryOf } from '../graph/query.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { decimalOf } from '../text/money.ts'
import { PlaceField } from './place-field.tsx'
import { flightsToAskFor, placesToAskAt } from './places.ts'
import { ProviderField } from './provider-change.tsx'
import { FLIGHTS_SERVED, REQUEST_CREATE, type Visit } from './queries.ts'
import { BOARD_COLUMNS, FLIGHT_KINDS, isPermitKind, kindWords, type ServiceKind } from './request-words.ts'

interface Draft {
  readonly kind: ServiceKind
  readonly place: string
  readonly providerContactId: string
  readonly quantity: string
  readonly unit: string
  readonly instructions: string
  readonly countryCode: string
  readonly entryPoint: string
  readonly exitPoint: string
  readonly isSent: boolean
}

const LABELS = {
  ...{
    kind: 'Kind',
    visitId: 'Where',
    flightId: 'Where',
    providerContactId: 'Provider',
    quantity: 'Amount',
    unit: 'Unit',
  },
  ...{ instructions: 'Instructions', permit: 'Country', countryCode: 'Country' },
}

const VISIT_KINDS = BOARD_COLUMNS.flatMap(({ kinds }) => kinds)

const isOfFlight = (kind: ServiceKind): boolean => FLIGHT_KINDS.includes(kind)

const given = (text: string): string | null => text.trim() || null

const placeInput = (place: string) => {
  const [end, id = ''] = place.split(' ')
  if (end === 'visit') return { visitId: id }
  return end === 'flight' ? { flightId: id } : { flightId: id, flightEnd: end as 'ARRIVAL' | 'DEPARTURE' }
}

const inputOf = (draft: Draft) => ({
  kind: draft.kind,
  ...placeInput(draft.place),
  providerContactId: given(draft.providerContactId),
  quantity: draft.quantity.trim() === '' ? null : decimalOf(draft.quantity),
  ...{ unit: given(draft.unit), instructions: given(draft.instructions), send: draft.isSent },
  ...(isPermitKind(draft.kind)
    ? {
        permit: {
          countryCode: draft.countryCode.trim(),
          ...{ entryPoint: given(draft.entryPoint), exitPoint: given(draft.exitPoint) },
        },
      }
    : {}),
})

const draftProblems = (draft: Draft): Readonly<Record<string, string>> => ({
  ...(draft.place === '' ? { place: 'Choose where.' } : {}),
  ...(isPermitKind(draft.kind) && !/^[a-z]{2}$/i.test(draft.countryCode.trim())
    ? { countryCode: 'Two letters, e.g. RS.' }
    : {}),
})

interface NewRequestProps {
  readonly visits: readonly Visit[]
  /** The visit that was asked from. */
  readonly visitId: string | undefined
  readonly interval: { readonly from: string; readonly to: string }
  readonly onDone: (serviceRequestId: string | undefined) => void
  readonly onCancel: () => void
}

const KIND_CHOICES = [
  { group: 'At a visit', items: VISIT_KINDS.map((kind) => ({ value: kind, label: kindWords(kind) })) },
  { group: 'For a flight', items: FLIGHT_KINDS.map((kind) => ({ value: kind, label: kindWords(kind) })) },
]

export const NewRequest = ({ visits, visitId, interval, onDone, onCancel }: NewRequestProps) => {
  const [draft, setDraft] = useState<Draft>(() => ({
    ...{ kind: 'HANDLING', place: visitId === undefined ? '' : `visit ${visitId}`, providerContactId: '' },
    ...{ quantity: '', unit: '', instructions: '', countryCode: '', entryPoint: '', exitPoint: '', isSent: true },
  }))
  const [isTried, setTried] = useState(false)
  const { data } = useQuery(queryOf(FLIGHTS_SERVED, { filter: { interval } }))
  const creation = useChange(REQUEST_CREATE)
  const own = draftProblems(draft)
  const problems: Readonly<Record<string, string>> = {
    ...problemsByField(creation.error, LABELS),
    ...(isTried ? own : {}),
  }
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const flights = (data?.flightList.nodeList ?? []).filter(({ status }) => status !== 'CANCELLED')
  const places = isOfFlight(draft.kind) ? flightsToAskFor(flights) : placesToAskAt(visits, flights)
  const text = (
    name: 'quantity' | 'unit' | 'countryCode' | 'entryPoint' | 'exitPoint',
    label: string,
    placeholder = '',
  ) => (
    <TextInput
      name={name}
      label={label}
      placeholder={placeholder}
      autoComplete="off"
      value={draft[name]}
      error={problems[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(own).length > 0) return
    creation.mutate(
      { input: inputOf(draft) },
      { onSuccess: ({ serviceRequestCreate: made }) => onDone(made.serviceRequest?.serviceRequestId) },
    )
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <NativeSelect
        label="Kind"
        name="kind"
        data={KIND_CHOICES}
        value={draft.kind}
        error={problems.kind}
        onChange={(event) => {
          const kind = event.currentTarget.value as ServiceKind
          change({ kind, ...(isOfFlight(kind) === isOfFlight(draft.kind) ? {} : { place: '' }) })
        }}
      />
      <PlaceField
        places={places}
        placeholder={isOfFlight(draft.kind) ? 'Choose a flight' : 'Choose a visit or flight'}
        value={draft.place}
        error={problems.place ?? problems.visitId ?? problems.flightId}
        onChange={(place) => change({ place })}
      />
      <ProviderField
        value={draft.providerContactId}
        error={problems.providerContactId}
        onChange={(providerContactId) => change({ providerContactId })}
      />
      {isPermitKind(draft.kind) ? (
        <div className="pair">
          {text('countryCode', 'Country', 'RS')}
          {text('entryPoint', 'Entry point', 'NARKA')}
          {text('exitPoint', 'Exit point', 'PODET')}
        </div>
      ) : (
        <div className="pair">
          {text('quantity', 'Amount', '1200')}
          {text('unit', 'Unit', 'kg')}
        </div>
      )}
      <Textarea
        name="instructions"
        label="Instructions"
        autosize
        minRows={2}
        value={draft.instructions}
        error={problems.instructions}
        onChange={(event) => change({ instructions: event.currentTarget.value })}
      />
      <Checkbox
        label="Send it now; without, it stays a draft"
        checked={draft.isSent}
        onChange={(event) => change({ isSent: event.currentTarget.checked })}
      />
      {creation.isError && <FormProblems error={creation.error} what="Nothing was asked for." labels={LABELS} />}
      <FormFeet verb="Ask for it" isBusy={creation.isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}
