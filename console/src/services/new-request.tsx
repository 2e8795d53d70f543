/** Asks for a service: at a visit that is on the board, or at one end of a flight of these days. */
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { type Problems, typed, useDraft } from '../parts/use-draft.ts'
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

const draftProblems = (draft: Draft): Problems => ({
  ...(draft.place === '' ? { place: 'Choose where.' } : {}),
  ...(isPermitKind(draft.kind) && !/^[a-z]{2}$/i.test(draft.countryCode.trim())
    ? { countryCode: 'Two letters, e.g. RS.' }
    : {}),
})

const EMPTY: Draft = {
  ...{ kind: 'HANDLING', place: '', providerContactId: '', quantity: '', unit: '', instructions: '' },
  ...{ countryCode: '', entryPoint: '', exitPoint: '', isSent: true },
}

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
  const { data } = useQuery(queryOf(FLIGHTS_SERVED, { filter: { interval } }))
  const creation = useChange(REQUEST_CREATE)
  const { whenSent, ...form } = useDraft<Draft>({
    begin: () => ({ ...EMPTY, place: visitId === undefined ? '' : `visit ${visitId}` }),
    problemsOf: draftProblems,
    error: creation.error,
    labels: LABELS,
  })
  const { draft, problems, change } = form
  const flights = (data?.flightList.nodeList ?? []).filter(({ status }) => status !== 'CANCELLED')
  const places = isOfFlight(draft.kind) ? flightsToAskFor(flights) : placesToAskAt(visits, flights)
  const create = () =>
    creation.mutate(
      { input: inputOf(draft) },
      { onSuccess: ({ serviceRequestCreate: made }) => onDone(made.serviceRequest?.serviceRequestId) },
    )
  return (
    <form className="form" onSubmit={whenSent(create)} noValidate>
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
          <TextInput label="Country" placeholder="RS" autoComplete="off" {...typed(form, 'countryCode')} />
          <TextInput label="Entry point" placeholder="NARKA" autoComplete="off" {...typed(form, 'entryPoint')} />
          <TextInput label="Exit point" placeholder="PODET" autoComplete="off" {...typed(form, 'exitPoint')} />
        </div>
      ) : (
        <div className="pair">
          <TextInput label="Amount" placeholder="1200" autoComplete="off" {...typed(form, 'quantity')} />
          <TextInput label="Unit" placeholder="kg" autoComplete="off" {...typed(form, 'unit')} />
        </div>
      )}
      <Textarea label="Instructions" autosize minRows={2} {...typed(form, 'instructions')} />
      <Checkbox
        label="Send it now; without, it stays a draft"
        checked={draft.isSent}
        onChange={(event) => change({ isSent: event.currentTarget.checked })}
      />
      <FormProblems error={creation.error} what="Nothing was asked for." labels={LABELS} />
      <FormFeet verb="Ask for it" isBusy={creation.isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}
