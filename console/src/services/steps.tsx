/** The steps that a dispatcher can take with a request: one's own, and those of a provider that answered by phone. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { StepDialog, type StepQuestion } from '../parts/step-dialog.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { CURRENCIES, decimalOf } from '../text/money.ts'
import { partyName } from '../text/party-name.ts'
import { REQUEST_STATUS, type Request } from './queries.ts'
import { isPermitKind, kindWords, type ServiceStatus } from './request-words.ts'

interface Step {
  readonly target: ServiceStatus
  readonly title: string
  readonly about: string
  readonly label: string
  readonly isNext?: true
}

const CONFIRM: Step = {
  target: 'CONFIRMED',
  title: 'Confirm for the provider',
  about: 'When they said yes by phone; your name stands with it',
  label: 'Confirm…',
}
const REJECT: Step = {
  target: 'REJECTED',
  title: 'Reject for the provider',
  about: 'When they said no; ask them again, or somebody else',
  label: 'Reject…',
}
const CANCEL: Step = {
  target: 'CANCELLED',
  title: 'Cancel',
  about: 'Nobody has answered: it costs nothing',
  label: 'Cancel…',
}
const NOT_NEEDED: Step = {
  target: 'NOT_REQUIRED',
  title: 'Not needed',
  about: 'The board says that nothing is missing',
  label: 'Not needed…',
}
const ASK_TO_CANCEL: Step = {
  target: 'CANCELLATION_REQUESTED',
  title: 'Ask to cancel',
  about: 'A fee may follow',
  label: 'Cancel…',
}

const STEPS: Readonly<Partial<Record<ServiceStatus, readonly Step[]>>> = {
  DRAFT: [
    { target: 'REQUESTED', title: 'Send', about: 'The provider sees it at once', label: 'Send…', isNext: true },
    NOT_NEEDED,
    CANCEL,
  ],
  REQUESTED: [CONFIRM, REJECT, NOT_NEEDED, CANCEL],
  ACKNOWLEDGED: [CONFIRM, REJECT, ASK_TO_CANCEL],
  CONFIRMED: [
    {
      target: 'COMPLETED',
      title: 'Complete for the provider',
      about: 'Once it was done, with what it cost',
      label: 'Complete…',
    },
    ASK_TO_CANCEL,
  ],
  REVIEW: [{ ...CONFIRM, title: 'Confirm again for the provider' }, REJECT, ASK_TO_CANCEL],
  REJECTED: [
    { target: 'REQUESTED', title: 'Ask again', about: 'The same provider', label: 'Ask again…', isNext: true },
  ],
  CANCELLATION_REQUESTED: [
    {
      target: 'CANCELLED',
      title: 'Cancelled by the provider',
      about: 'With its fee, where it named one',
      label: 'Cancelled…',
    },
  ],
}

const NO_UNDO = { icon: 'alert', says: 'There is no undo: ask anew.' } as const
const BY_NAME = { icon: 'person', says: 'The history names you, in the provider’s place' } as const

const questionOf = (request: Request, target: ServiceStatus): StepQuestion => {
  const what = kindWords(request.kind).toLowerCase()
  const provider = request.provider ? partyName(request.provider) : 'the provider'
  const tells = {
    icon: 'mail',
    says: `${provider} sees it at once where an application answers for it; else tell them`,
  } as const
  const isAnswered = request.status !== 'DRAFT' && request.status !== 'REQUESTED'
  switch (target) {
    case 'REQUESTED':
      return { title: `Ask ${provider} for ${what}?`, verb: 'Send the request', follows: [tells] }
    case 'CONFIRMED':
      return {
        title: `Did ${provider} confirm ${what}?`,
        verb: 'Confirm',
        follows: [{ icon: 'check', says: 'The yes is for the times and numbers as they are now' }, BY_NAME],
        reason: { label: 'How did they say it?' },
      }
    case 'COMPLETED':
      return { title: `Was ${what} done?`, verb: 'Complete', follows: [BY_NAME, NO_UNDO], reason: { label: 'Remark' } }
    case 'REJECTED':
      return {
        title: `Did ${provider} refuse ${what}?`,
        verb: 'Reject',
        isDestructive: true,
        follows: [BY_NAME],
        reason: { label: 'Why', isNeeded: true, reader: 'whoever asks next' },
      }
    case 'CANCELLATION_REQUESTED':
      return {
        title: `Ask ${provider} to cancel ${what}?`,
        verb: 'Ask to cancel',
        isDestructive: true,
        follows: [tells, { icon: 'coins', says: 'They may name a fee' }],
        reason: { label: `Why, as ${provider} reads it`, isNeeded: true, reader: provider },
      }
    case 'NOT_REQUIRED':
      return { title: `Is ${what} not needed?`, verb: 'Not needed', follows: [tells, NO_UNDO] }
    default:
      return isAnswered
        ? {
            title: `Did ${provider} cancel ${what}?`,
            verb: 'It is cancelled',
            isDestructive: true,
            follows: [BY_NAME, NO_UNDO],
            reason: { label: 'What they said' },
          }
        : { title: `Cancel ${what}?`, verb: 'Cancel the request', isDestructive: true, follows: [tells, NO_UNDO] }
  }
}

type FuelUnit = 'KG' | 'LB' | 'LITRE' | 'USG'

interface Answer {
  readonly reference: string
  readonly permitNumber: string
  readonly amount: string
  readonly currency: string
  readonly uplift: string
  readonly upliftUnit: FuelUnit
  readonly density: string
  readonly ticket: string
}

const EMPTY: Answer = {
  reference: '',
  permitNumber: '',
  amount: '',
  currency: 'EUR',
  uplift: '',
  upliftUnit: 'LITRE',
  density: '',
  ticket: '',
}

const isFuelled = ({ kind }: Request, target: ServiceStatus): boolean => kind === 'FUEL' && target === 'COMPLETED'

/** An empty field says nothing. */
const written = (text: string): string | null => text.trim() || null

const upliftOf = ({ uplift, upliftUnit, density, ticket }: Answer) => {
  if (uplift.trim() === '') return {}
  const densityKgPerLitre = density.trim() === '' ? null : decimalOf(density)
  const ticketNumber = written(ticket)
  return { upliftList: [{ quantity: decimalOf(uplift), unit: upliftUnit, densityKgPerLitre, ticketNumber }] }
}

/** A whole list takes the place of the one before: what was charged already stays in it. */
const chargesWith = (request: Request, { amount, currency }: Answer, isFee: boolean) => {
  if (amount.trim() === '') return {}
  const label = isFee ? 'Cancellation fee' : kindWords(request.kind)
  const added = { label, net: { amount: decimalOf(amount), currency }, isCancellationFee: isFee }
  return { chargeList: [...(request.result?.chargeList ?? []), added] }
}

const resultOf = (request: Request, target: ServiceStatus, answer: Answer) => {
  const { reference, permitNumber } = answer
  const isPermit = isPermitKind(request.kind) && permitNumber.trim() !== '' && request.permit !== null
  const result = {
    ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
    ...(isPermit && request.permit ? { permit: { ...request.permit, number: permitNumber.trim() } } : {}),
    ...chargesWith(request, answer, target === 'CANCELLED'),
    ...(isFuelled(request, target) ? upliftOf(answer) : {}),
  }
  return Object.keys(result).length === 0 ? null : result
}

interface AnswerFieldsProps {
  readonly request: Request
  readonly target: ServiceStatus
  readonly answer: Answer
  readonly onChange: (part: Partial<Answer>) => void
}

const UNITS = [
  { value: 'LITRE', label: 'litres' },
  { value: 'KG', label: 'kg' },
  { value: 'USG', label: 'US gallons' },
  { value: 'LB', label: 'lb' },
]

/** The flight that leaves takes it on. */
const UpliftFields = ({ answer, onChange }: Pick<AnswerFieldsProps, 'answer' | 'onChange'>) => (
  <>
    <div className="pair">
      <TextInput
        label="Uplift"
        placeholder="none"
        inputMode="decimal"
        autoComplete="off"
        value={answer.uplift}
        onChange={(event) => onChange({ uplift: event.currentTarget.value })}
      />
      <NativeSelect
        label="Unit"
        data={UNITS}
        value={answer.upliftUnit}
        onChange={(event) => onChange({ upliftUnit: event.currentTarget.value as FuelUnit })}
      />
    </div>
    <div className="pair">
      <TextInput
        label="Density, kg a litre"
        placeholder="0.803"
        inputMode="decimal"
        autoComplete="off"
        value={answer.density}
        onChange={(event) => onChange({ density: event.currentTarget.value })}
      />
      <TextInput
        label="Ticket"
        maxLength={60}
        autoComplete="off"
        value={answer.ticket}
        onChange={(event) => onChange({ ticket: event.currentTarget.value })}
      />
    </div>
  </>
)

const AnswerFields = ({ request, target, answer, onChange }: AnswerFieldsProps) => {
  const isFee = target === 'CANCELLED'
  return (
    <>
      {!isFee && (
        <TextInput
          label="Their reference"
          maxLength={60}
          autoComplete="off"
          value={answer.reference}
          onChange={(event) => onChange({ reference: event.currentTarget.value })}
        />
      )}
      {isPermitKind(request.kind) && target === 'CONFIRMED' && (
        <TextInput
          label="Permit number"
          maxLength={60}
          autoComplete="off"
          value={answer.permitNumber}
          onChange={(event) => onChange({ permitNumber: event.currentTarget.value })}
        />
      )}
      {isFuelled(request, target) && <UpliftFields answer={answer} onChange={onChange} />}
      {target !== 'CONFIRMED' && (
        <div className="pair">
          <TextInput
            label={isFee ? 'Fee, without tax' : 'Cost, without tax'}
            placeholder="none"
            inputMode="decimal"
            autoComplete="off"
            value={answer.amount}
            onChange={(event) => onChange({ amount: event.currentTarget.value })}
          />
          <NativeSelect
            label="Currency"
            data={CURRENCIES}
            value={answer.currency}
            onChange={(event) => onChange({ currency: event.currentTarget.value })}
          />
        </div>
      )}
    </>
  )
}

/** What the provider says comes with these, and with a cancellation that it answers. */
const takesAnswer = ({ status }: Request, target: ServiceStatus): boolean =>
  target === 'CONFIRMED' || target === 'COMPLETED' || (target === 'CANCELLED' && status === 'CANCELLATION_REQUESTED')

export const Steps = ({ request }: { readonly request: Request }) => {
  const viewer = useViewer()
  const [target, setTarget] = useState<ServiceStatus | null>(null)
  const [answer, setAnswer] = useState(EMPTY)
  const change = useChange(REQUEST_STATUS)
  const steps = STEPS[request.status] ?? []
  if (steps.length === 0 || !mayDo(viewer, 'service:write')) return null
  const close = () => {
    setTarget(null)
    setAnswer(EMPTY)
  }
  const { serviceRequestId, version: expectedVersion } = request
  const isAnswer = target !== null && takesAnswer(request, target)
  const take = (reason: string | null) => {
    if (target === null) return
    const result = isAnswer ? resultOf(request, target, answer) : null
    change.mutate({ serviceRequestId, status: target, reason, result, expectedVersion }, { onSuccess: close })
  }
  return (
    <ul className="steps">
      {steps.map(({ target: to, title, about, label, isNext }) => (
        <li key={to}>
          <span>
            <b>{title}</b>
            <br />
            <span className="small muted">{about}</span>
          </span>
          <Button size="xs" {...(isNext ? { variant: 'filled' } : {})} onClick={() => setTarget(to)}>
            {label}
          </Button>
        </li>
      ))}
      <StepDialog question={target && questionOf(request, target)} change={change} onConfirm={take} onClose={close}>
        {isAnswer && (
          <AnswerFields
            request={request}
            target={target}
            answer={answer}
            onChange={(part) => setAnswer({ ...answer, ...part })}
          />
        )}
      </StepDialog>
    </ul>
  )
}
