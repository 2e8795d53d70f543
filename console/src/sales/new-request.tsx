/** Writes down what a buyer asks for by phone or mail: who, the legs as windows in time, and wishes. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AirportFilter } from '../data/airport-filter.tsx'
import { kindNamed } from '../data/kinds.ts'
import { RecordChoice } from '../data/record-choice.tsx'
import { useChange } from '../graph/change.ts'
import { DayField } from '../parts/day-field.tsx'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Problems, type Typed, typed, useDraft } from '../parts/use-draft.ts'
import { readClock } from '../text/hours.ts'
import { dayMoved } from '../text/read-day.ts'
import { REQUEST_CREATE } from './queries.ts'

interface DraftLeg {
  readonly key: string
  readonly adep: string
  readonly ades: string
  readonly day: string
  readonly from: string
  readonly to: string
  readonly isArrival: boolean
  readonly paxCount: string
}

const newLeg = (adep = '', paxCount = ''): DraftLeg => ({
  ...{ key: crypto.randomUUID(), adep, ades: '', day: '', from: '', to: '', isArrival: false, paxCount },
})

interface RequestDraft {
  readonly buyerContactId: string
  readonly name: string
  readonly surname: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly legs: readonly DraftLeg[]
  readonly note: string
}

const LABELS = {
  ...{ name: 'First name', surname: 'Surname', company: 'Company', email: 'Email', phone: 'Phone', note: 'Note' },
  ...{ buyerContactId: 'Contact', legList: 'Legs' },
}

const MISSING = 'This is missing.'

const legProblems = ({ key, ...leg }: DraftLeg): (readonly [string, string])[] => [
  ...(['adep', 'ades', 'day'] as const).flatMap((name) =>
    leg[name] === '' ? [[`${name} ${key}`, MISSING] as const] : [],
  ),
  ...(/^[1-9]\d{0,2}$/.test(leg.paxCount.trim()) ? [] : [[`paxCount ${key}`, 'How many, e.g. 4.'] as const]),
  ...(['from', 'to'] as const).flatMap((name) =>
    leg[name].trim() !== '' && readClock(leg[name]) === undefined
      ? [[`${name} ${key}`, 'A time, e.g. 09:00.'] as const]
      : [],
  ),
]

const draftProblems = (draft: RequestDraft): Problems =>
  Object.fromEntries([
    ...(draft.buyerContactId === '' && draft.name.trim() === '' ? [['name', MISSING] as const] : []),
    ...draft.legs.flatMap(legProblems),
  ])

/** Without times it is any time of that day, at the airport that the window is for. */
const windowOf = ({ day, from, to }: DraftLeg) => {
  const [earliest, latest] = [readClock(from), readClock(to)]
  if (earliest === undefined && latest === undefined) return { date: day }
  const [start, end] = [earliest ?? '00:00', latest ?? '23:59']
  const endDay = end < start ? dayMoved(day, 1) : day
  return { earliest: `${day}T${start}:00Z`, latest: `${endDay}T${end}:00Z` }
}

const given = (text: string): string | null => text.trim() || null

const inputOf = ({ buyerContactId, legs, note, ...buyer }: RequestDraft) => ({
  ...(buyerContactId === ''
    ? {
        buyer: {
          kind: 'CLIENT' as const,
          name: buyer.name.trim(),
          ...{ surname: given(buyer.surname), company: given(buyer.company) },
          ...{ email: given(buyer.email), phone: given(buyer.phone) },
        },
      }
    : { buyerContactId }),
  legList: legs.map((leg) => ({
    ...{ adep: leg.adep, ades: leg.ades, isArrival: leg.isArrival, paxCount: Number(leg.paxCount) },
    ...windowOf(leg),
  })),
  note: given(note),
})

interface LegFieldsProps {
  readonly leg: DraftLeg
  readonly place: number
  readonly problems: Problems
  readonly onChange: (part: Partial<DraftLeg>) => void
  readonly onRemove: (() => void) | undefined
}

const LegFields = ({ leg, place, problems, onChange, onRemove }: LegFieldsProps) => {
  const text = (name: 'from' | 'to' | 'paxCount', label: string, placeholder: string) => (
    <TextInput
      label={label}
      placeholder={placeholder}
      inputMode="numeric"
      autoComplete="off"
      value={leg[name]}
      error={problems[`${name} ${leg.key}`]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <fieldset className="request-leg">
      <legend className="field-legend">
        Leg {place}
        {onRemove && (
          <Button size="compact-xs" variant="subtle" aria-label={`Remove leg ${place}`} onClick={onRemove}>
            <Icon name="cross" />
          </Button>
        )}
      </legend>
      {(['adep', 'ades'] as const).map((name) => (
        <AirportFilter
          key={name}
          label={name === 'adep' ? 'From' : 'To'}
          value={leg[name] || undefined}
          error={problems[`${name} ${leg.key}`]}
          onChange={(code) => onChange({ [name]: code ?? '' })}
        />
      ))}
      <DayField
        label="Day"
        value={leg.day || undefined}
        error={problems[`day ${leg.key}`]}
        onChange={(day) => onChange({ day: day ?? '' })}
      />
      <NativeSelect
        label="Window for"
        value={leg.isArrival ? 'arrival' : 'departure'}
        onChange={(event) => onChange({ isArrival: event.currentTarget.value === 'arrival' })}
        data={[
          { value: 'departure', label: 'Departure' },
          { value: 'arrival', label: 'Arrival' },
        ]}
      />
      {text('from', 'Earliest, UTC', 'any time')}
      {text('to', 'Latest, UTC', 'that day')}
      {text('paxCount', 'Passengers', '4')}
    </fieldset>
  )
}

const Buyer = (form: Typed<RequestDraft>) => {
  const { draft, problems, change } = form
  const contact = kindNamed('Contact')
  return (
    <section className="stack-tight" aria-label="Buyer">
      {contact && (
        <RecordChoice
          kind={contact}
          name="buyerContactId"
          label="Buyer, if known"
          error={problems.buyerContactId}
          value={draft.buyerContactId}
          onChange={(buyerContactId) => change({ buyerContactId })}
        />
      )}
      {draft.buyerContactId === '' && (
        <div className="pair">
          {(['company', 'name', 'surname', 'phone', 'email'] as const).map((name) => (
            <TextInput key={name} label={LABELS[name]} autoComplete="off" {...typed(form, name)} />
          ))}
        </div>
      )}
    </section>
  )
}

const EMPTY: Omit<RequestDraft, 'legs'> = {
  ...{ buyerContactId: '', name: '', surname: '', company: '', email: '', phone: '', note: '' },
}

interface NewRequestProps {
  readonly onDone: (charterRequestId: string) => void
  readonly onCancel: () => void
}

export const NewRequest = ({ onDone, onCancel }: NewRequestProps) => {
  const creation = useChange(REQUEST_CREATE)
  const { whenSent, ...form } = useDraft<RequestDraft>({
    begin: () => ({ ...EMPTY, legs: [newLeg()] }),
    problemsOf: draftProblems,
    error: creation.error,
    labels: LABELS,
  })
  const { draft, problems, change } = form
  const create = () =>
    creation.mutate(
      { input: inputOf(draft) },
      { onSuccess: ({ charterRequestCreate: made }) => onDone(made.charterRequest?.charterRequestId ?? '') },
    )
  const last = draft.legs.at(-1)
  return (
    <form className="form" onSubmit={whenSent(create)} noValidate>
      <Buyer {...form} />
      {draft.legs.map((leg, index) => (
        <LegFields
          key={leg.key}
          leg={leg}
          place={index + 1}
          problems={problems}
          onChange={(part) =>
            change({ legs: draft.legs.map((one) => (one.key === leg.key ? { ...one, ...part } : one)) })
          }
          onRemove={
            draft.legs.length > 1 ? () => change({ legs: draft.legs.filter(({ key }) => key !== leg.key) }) : undefined
          }
        />
      ))}
      <div>
        <Button
          size="xs"
          leftSection={<Icon name="plus" />}
          onClick={() => change({ legs: [...draft.legs, newLeg(last?.ades, last?.paxCount)] })}
        >
          Add a leg
        </Button>
      </div>
      <Textarea label="Wishes, in words" autosize minRows={2} {...typed(form, 'note')} />
      <FormProblems error={creation.error} what="The request was not written down." labels={LABELS} />
      <FormFeet verb="Write the request down" isBusy={creation.isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}
