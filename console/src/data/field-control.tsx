/** The control that a described field is typed or chosen with. */
import { Checkbox, Input, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { grouped } from '../text/count.ts'
import { AirportFilter } from './airport-filter.tsx'
import { type FieldOfKind, kindNamed } from './kinds.ts'
import { canBeFound, RecordChoice } from './record-choice.tsx'
import { spelled } from './spelled.ts'
import { TypeChoice } from './type-choice.tsx'

interface FieldControlProps {
  readonly field: FieldOfKind
  readonly value: string
  /** A new record needs it, or a change cannot clear it. */
  readonly isNeeded: boolean
  readonly error: string | undefined
  /** It has the focus when the form opens. */
  readonly isFirst: boolean
  readonly onChange: (value: string) => void
}

/** What explains a field stands below it, so that fields side by side are in line. */
const ORDER = ['label', 'input', 'description', 'error'] as const

const PLACEHOLDERS: Readonly<Record<string, string>> = {
  time: '12 Nov 2026 09:41',
  day: '12 Nov 2026',
  value: '1500.00 CHF',
}

/** Years have four digits and no comma. */
const limitWords = (limit: number): string => (limit < 10_000 ? String(limit) : grouped(limit))

/** The limits in words, where a person cannot guess them. */
const limitsOf = ({ limits, type, of }: FieldOfKind): string | undefined => {
  if (typeof limits.min === 'number' && typeof limits.max === 'number')
    return `${limitWords(limits.min)} to\u00a0${limitWords(limits.max)}.`
  if (limits.country || limits.nationality) return 'Two letters, e.g. CH'
  if (limits.phone) return 'With its country code'
  if (type === 'time') return 'UTC'
  return type === 'id' && (of === undefined || !kindNamed(of)) ? 'Its id' : undefined
}

const hintOf = (field: FieldOfKind): string | undefined =>
  [field.says, limitsOf(field)].filter(Boolean).join(' ') || undefined

const Words = ({ field, value, error, onChange }: FieldControlProps) => {
  const chosen = new Set(value.split(' ').filter(Boolean))
  const toggle = (word: string) =>
    onChange((field.words ?? []).filter((one) => (one === word ? !chosen.has(one) : chosen.has(one))).join(' '))
  return (
    <Input.Wrapper label={field.label} labelElement="div" description={field.says} error={error}>
      <fieldset className="word-choice" aria-label={field.label}>
        {(field.words ?? []).map((word, index) => (
          <Checkbox
            key={word}
            label={spelled(word)}
            checked={chosen.has(word)}
            onChange={() => toggle(word)}
            {...(index === 0 ? { name: field.name, 'aria-invalid': error !== undefined } : {})}
          />
        ))}
      </fieldset>
    </Input.Wrapper>
  )
}

export const FieldControl = (props: FieldControlProps) => {
  const { field, value, isNeeded, error, isFirst, onChange } = props
  const shared = {
    name: field.name,
    label: field.label,
    error,
    description: hintOf(field),
    value,
    ...(isFirst ? { 'data-autofocus': true } : {}),
  }
  const ordered = { inputWrapperOrder: [...ORDER] }
  if (field.type === 'words') return <Words {...props} />
  if (field.type === 'airport') {
    return (
      <AirportFilter
        label={field.label}
        name={field.name}
        error={error}
        value={value || undefined}
        onChange={(code) => onChange(code ?? '')}
      />
    )
  }
  if (field.shown?.type === 'AircraftType') return <TypeChoice {...shared} onChange={onChange} />
  const of = field.type === 'id' && field.of !== undefined ? kindNamed(field.of) : undefined
  if (of && canBeFound(of)) return <RecordChoice {...shared} kind={of} onChange={onChange} />
  if (field.words || field.type === 'truth') {
    const words = field.words?.map((word) => ({ value: word, label: spelled(word) })) ?? [
      { value: 'true', label: 'Yes' },
      { value: 'false', label: 'No' },
    ]
    return (
      <NativeSelect
        {...shared}
        {...ordered}
        onChange={(event) => onChange(event.currentTarget.value)}
        data={[{ value: '', label: isNeeded ? 'Choose' : 'Not given' }, ...words]}
      />
    )
  }
  if (field.limits.lines) {
    return <Textarea {...shared} autosize minRows={2} onChange={(event) => onChange(event.currentTarget.value)} />
  }
  return (
    <TextInput
      {...shared}
      {...ordered}
      autoComplete="off"
      placeholder={PLACEHOLDERS[field.type]}
      {...(field.type === 'whole' ? { inputMode: 'numeric' as const } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
