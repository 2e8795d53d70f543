/** Offers a ferry to buyers: which one, when it can leave, and at which price. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { typed, useDraft } from '../parts/use-draft.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { toSecond, utcFull } from '../text/instant.ts'
import { CURRENCIES, decimalOf } from '../text/money.ts'
import { readTime } from '../text/read-time.ts'
import { DAY_MS, HOUR_MS } from '../text/spans.ts'
import { EMPTY_LEG_PUBLISH, FERRIES, type Ferry } from './empty-leg-queries.ts'

const AHEAD_DAYS = 60
const WINDOW_HOURS = 2
const LABELS = { flightId: 'Ferry', earliest: 'Earliest', latest: 'Latest', price: 'Price' }

interface Draft {
  readonly flightId: string
  readonly earliest: string
  readonly latest: string
  readonly price: string
  readonly currency: string
}

const draftOf = ({ flightId, schedule }: Ferry): Draft => {
  const at = Date.parse(schedule.offBlock)
  const [earliest, latest] = [at - WINDOW_HOURS * HOUR_MS, at + WINDOW_HOURS * HOUR_MS].map((time) =>
    utcFull(new Date(time)),
  )
  return { flightId, earliest: earliest ?? '', latest: latest ?? '', price: '', currency: 'EUR' }
}

const labelOf = ({ flightNo, adep, ades, aircraft, schedule }: Ferry): string =>
  `${adep.iCAO} to ${ades.iCAO}, ${utcFull(new Date(schedule.offBlock))}, ${aircraft?.registration ?? ''} ${flightNo}`

const UNREAD = 'A time in UTC, e.g. 12 Nov 2026 09:41.'

const draftProblems = ({ earliest, latest, price }: Draft): Readonly<Record<string, string>> => ({
  ...(readTime(earliest) === undefined ? { earliest: UNREAD } : {}),
  ...(readTime(latest) === undefined ? { latest: UNREAD } : {}),
  ...(price.trim() === '' || /^\d+(\.\d+)?$/.test(decimalOf(price)) ? {} : { price: 'An amount, e.g. 5200.' }),
})

interface PublishFerryProps {
  readonly onDone: () => void
  readonly onCancel: () => void
}

const FerryForm = ({
  ferries,
  onDone,
  onCancel,
}: PublishFerryProps & { readonly ferries: readonly [Ferry, ...Ferry[]] }) => {
  const publishing = useChange(EMPTY_LEG_PUBLISH)
  const { whenSent, ...form } = useDraft({
    begin: () => draftOf(ferries[0]),
    problemsOf: draftProblems,
    error: publishing.error,
    labels: LABELS,
  })
  const { draft, problems, change } = form
  const publish = () => {
    const { flightId, price, currency } = draft
    const [earliest, latest] = [readTime(draft.earliest) ?? '', readTime(draft.latest) ?? '']
    const asked = price.trim() === '' ? null : { amount: decimalOf(price), currency }
    publishing.mutate({ input: { flightId, earliest, latest, price: asked } }, { onSuccess: onDone })
  }
  return (
    <form className="form" onSubmit={whenSent(publish)} noValidate>
      <NativeSelect
        name="flightId"
        label="Ferry"
        data-autofocus
        value={draft.flightId}
        error={problems.flightId}
        onChange={(event) => {
          const chosen = ferries.find(({ flightId }) => flightId === event.currentTarget.value)
          if (chosen) change({ ...draftOf(chosen), price: draft.price, currency: draft.currency })
        }}
        data={ferries.map((ferry) => ({ value: ferry.flightId, label: labelOf(ferry) }))}
      />
      <div className="pair">
        <TextInput label="Earliest, UTC" autoComplete="off" {...typed(form, 'earliest')} />
        <TextInput label="Latest, UTC" autoComplete="off" {...typed(form, 'latest')} />
        <TextInput label="Price" placeholder="on request" autoComplete="off" {...typed(form, 'price')} />
        <NativeSelect label="Currency" data={CURRENCIES} {...typed(form, 'currency')} />
      </div>
      <FormProblems error={publishing.error} what="It was not published." labels={LABELS} />
      <FormFeet verb="Publish" isBusy={publishing.isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}

export const PublishFerry = (props: PublishFerryProps) => {
  const [now] = useState(Date.now)
  const interval = { from: toSecond(now), to: toSecond(now + AHEAD_DAYS * DAY_MS) }
  const query = useQuery(
    queryOf(FERRIES, { filter: { interval, kindList: ['FERRY'], statusList: ['OPTION', 'CONFIRMED'] } }),
  )
  return (
    <Loaded query={query} rows={2}>
      {({ flightList: { nodeList } }) => {
        const [first, ...others] = nodeList
        return first ? (
          <FerryForm {...props} ferries={[first, ...others]} />
        ) : (
          <Empty icon="aircraft" title="No ferry is planned">
            Only a ferry that has not left can be offered: plan one as a flight of the kind Ferry.
          </Empty>
        )
      }}
    </Loaded>
  )
}
