/** Writes a quote: an aircraft that can fly the request, lines with their taxes, terms, and until when it stands. */

import '../parts/radio-choice.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { registrationsOf, useFleet } from '../data/aircraft/fleet.ts'
import { spelled } from '../data/spelled.ts'
import { useChange } from '../graph/change.ts'
import { problemsByField } from '../graph/problems.ts'
import { queryOf } from '../graph/query.ts'
import { FormFeet } from '../parts/form-feet.tsx'
import { FormProblems } from '../parts/form-problems.tsx'
import { Icon } from '../parts/icon.tsx'
import { type Problems, type Typed, typed } from '../parts/use-draft.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { grouped } from '../text/count.ts'
import { amountText, CURRENCIES, lineAmount, moneyText, totalsOf } from '../text/money.ts'
import {
  OPTIONS,
  type Option,
  QUOTE_CREATE,
  QUOTE_UPDATE,
  type Quote,
  type QuoteLine,
  type Request,
} from './queries.ts'
import {
  type DraftLine,
  draftOfOption,
  draftOfQuote,
  draftProblems,
  emptyLine,
  inputOfDraft,
  type QuoteDraft,
} from './quote-draft.ts'

const LINE_KINDS: readonly QuoteLine['kind'][] = [
  'FLIGHT',
  'POSITIONING',
  'LANDING',
  'HANDLING',
  'CATERING',
  'CREW',
  'DEICING',
  'FUEL_SURCHARGE',
  'COMMISSION',
  'TAX',
  'DISCOUNT',
  'OTHER',
]

const LABELS = {
  validUntil: 'Valid until',
  lineList: 'Lines',
  aircraftId: 'Aircraft',
  depositPercent: 'Deposit',
  text: 'Terms',
}

interface LineFieldsProps {
  readonly line: DraftLine
  readonly place: number
  readonly currency: string
  readonly problems: Problems
  readonly onChange: (part: Partial<DraftLine>) => void
  readonly onRemove: () => void
}

const LineFields = ({ line, place, currency, problems, onChange, onRemove }: LineFieldsProps) => {
  const amount = lineAmount(line, currency)
  const text = (name: 'label' | 'quantity' | 'unitPrice' | 'taxRate', label: string) => (
    <TextInput
      label={label}
      name={`${name} ${line.key}`}
      autoComplete="off"
      {...(name === 'label' ? {} : { inputMode: 'decimal' as const, className: 'number' })}
      value={line[name]}
      error={problems[`${name} ${line.key}`]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <fieldset className="quote-line">
      <legend className="unseen">Line {place}</legend>
      <NativeSelect
        label="Kind"
        value={line.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value as QuoteLine['kind'] })}
        data={LINE_KINDS.map((kind) => ({ value: kind, label: spelled(kind) }))}
      />
      {text('label', 'What')}
      {text('quantity', line.kind === 'FLIGHT' || line.kind === 'POSITIONING' ? 'Hours' : 'Times')}
      {text('unitPrice', 'Price')}
      {text('taxRate', 'Tax %')}
      <span className="quote-line-end">
        <span className="number">{amount ? amountText(amount) : '–'}</span>
        <Button size="compact-xs" variant="subtle" aria-label={`Remove line ${place}`} onClick={onRemove}>
          <Icon name="cross" />
        </Button>
      </span>
    </fieldset>
  )
}

const Lines = ({ draft, problems, change }: Typed<QuoteDraft>) => {
  const { lines, currency } = draft
  const totals = totalsOf(lines, currency)
  return (
    <section className="stack-tight" aria-label="Lines">
      <div className="row">
        <h3>Lines</h3>
        <span className="push">
          <NativeSelect
            aria-label="Currency"
            value={currency}
            onChange={(event) => change({ currency: event.currentTarget.value })}
            data={[...new Set([...CURRENCIES, currency])]}
          />
        </span>
      </div>
      {lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          place={index + 1}
          currency={currency}
          problems={problems}
          onChange={(part) => change({ lines: lines.map((one) => (one.key === line.key ? { ...one, ...part } : one)) })}
          onRemove={() => change({ lines: lines.filter(({ key }) => key !== line.key) })}
        />
      ))}
      {problems.lineList !== undefined && <p className="small bad">{problems.lineList}</p>}
      <div className="row">
        <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => change({ lines: [...lines, emptyLine()] })}>
          Add a line
        </Button>
        <output className="push quote-totals number">
          <span className="small muted">
            net {amountText(totals.net)}, tax {amountText(totals.tax)}
          </span>{' '}
          <b>{moneyText(totals.gross)}</b>
        </output>
      </div>
    </section>
  )
}

const Terms = (form: Typed<QuoteDraft>) => (
  <>
    <div className="pair">
      <TextInput label="Valid until, UTC" autoComplete="off" {...typed(form, 'validUntil')} />
      <TextInput label="Deposit, %" inputMode="decimal" autoComplete="off" {...typed(form, 'depositPercent')} />
    </div>
    <Checkbox
      label="Subject to our approval: acceptance makes options, we book them"
      checked={form.draft.isSubjectToApproval}
      onChange={(event) => form.change({ isSubjectToApproval: event.currentTarget.checked })}
    />
    <Textarea label="Terms, in words" autosize minRows={2} {...typed(form, 'text')} />
  </>
)

interface WritingProps {
  readonly request: Request
  /** Null: a new one. */
  readonly quote: Quote | null
  readonly onDone: () => void
  readonly onCancel: () => void
}

const useSave = (request: Request, quote: Quote | null, onDone: () => void) => {
  const creation = useChange(QUOTE_CREATE)
  const update = useChange(QUOTE_UPDATE)
  const save = (draft: QuoteDraft) => {
    const input = inputOfDraft(draft)
    if (quote === null) {
      const { charterRequestId } = request
      creation.mutate({ input: { ...input, charterRequestId, aircraftId: draft.aircraftId } }, { onSuccess: onDone })
      return
    }
    const { quoteId, version: expectedVersion } = quote
    update.mutate({ quoteId, input, expectedVersion }, { onSuccess: onDone })
  }
  const { error, isPending } = quote === null ? creation : update
  return { save, error, isPending }
}

interface DraftFormProps extends WritingProps {
  readonly draft: QuoteDraft
  readonly onChange: (draft: QuoteDraft) => void
}

const DraftForm = ({ request, quote, draft, onChange, onDone, onCancel }: DraftFormProps) => {
  const [isTried, setTried] = useState(false)
  const { save, error, isPending } = useSave(request, quote, onDone)
  const own = draftProblems(draft)
  const problems = { ...problemsByField(error, LABELS), ...(isTried ? own : {}) }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(own).length === 0) save(draft)
  }
  const fields = { draft, problems, change: (part: Partial<QuoteDraft>) => onChange({ ...draft, ...part }) }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <Lines {...fields} />
      <Terms {...fields} />
      <FormProblems error={error} what="The draft was not saved." labels={LABELS} />
      <FormFeet verb="Save the draft" isBusy={isPending} onCancel={onCancel} inDrawer />
    </form>
  )
}

const searchOf = ({ legList }: Request) => ({
  legList: legList.map(({ adep, ades, earliest, latest, isArrival, paxCount }) => ({
    adep: adep.iCAO ?? adep.iATA ?? adep.airportId,
    ades: ades.iCAO ?? ades.iATA ?? ades.airportId,
    ...{ earliest, latest, isArrival, paxCount },
  })),
})

interface OptionChoiceProps {
  readonly options: readonly Option[]
  readonly names: ReadonlyMap<string, string>
  readonly chosen: string | undefined
  readonly onChoose: (option: Option) => void
}

const OptionChoice = ({ options, names, chosen, onChoose }: OptionChoiceProps) => (
  <fieldset className="option-choice">
    <legend className="field-legend">Aircraft that can fly all of it</legend>
    {options.map((option) => (
      <label key={option.aircraftId} className="choice">
        <input
          type="radio"
          name="aircraftId"
          checked={option.aircraftId === chosen}
          onChange={() => onChoose(option)}
        />
        <span className="two-lines">
          <span>
            <b className="mono">{names.get(option.aircraftId) ?? option.aircraftId}</b> {option.acftType.manufacturer}{' '}
            {option.acftType.model}
          </span>
          <span className="small muted">
            {option.seatCount} seats,{' '}
            {option.positioningNm === 0 ? 'no positioning' : `${grouped(option.positioningNm)} NM of positioning`}
            {option.warningList.map(({ message }) => ` · ${message}`)}
          </span>
        </span>
      </label>
    ))}
  </fieldset>
)

const NewQuote = (props: Omit<WritingProps, 'quote'>) => {
  const [draft, setDraft] = useState<QuoteDraft | null>(null)
  const query = useQuery(queryOf(OPTIONS, { input: searchOf(props.request) }))
  const names = registrationsOf(useFleet())
  return (
    <Loaded query={query} rows={3}>
      {({ availabilitySearch: options }) =>
        options.length === 0 ? (
          <Empty icon="aircraft" title="No aircraft can fly all of it">
            None has the seats and the range and is free in these windows. Move a flight, or decline the request and say
            so.
          </Empty>
        ) : (
          <div className="stack">
            <OptionChoice
              options={options}
              names={names}
              chosen={draft?.aircraftId}
              onChoose={(option) => setDraft(draftOfOption(option, draft, new Date()))}
            />
            {draft && <DraftForm {...props} quote={null} draft={draft} onChange={setDraft} />}
          </div>
        )
      }
    </Loaded>
  )
}

const ChangedQuote = ({ quote, ...props }: WritingProps & { readonly quote: Quote }) => {
  const [draft, setDraft] = useState(() => draftOfQuote(quote))
  return <DraftForm {...props} quote={quote} draft={draft} onChange={setDraft} />
}

export const QuoteForm = ({ quote, ...props }: WritingProps) =>
  quote === null ? <NewQuote {...props} /> : <ChangedQuote {...props} quote={quote} />
