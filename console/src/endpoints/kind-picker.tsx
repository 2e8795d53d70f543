/** Kinds of records to hear of; those that may not be read stay visible with a lock and why. */
import { Checkbox } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { KINDS, labelOf } from '../data/kinds.ts'
import { Icon } from '../parts/icon.tsx'
import { CHANGE_KINDS, CHANGE_WORDS, type ChangeKind, fieldsOf, statusesOf } from './heard.ts'
import './endpoints.css'

interface KindPickerProps {
  readonly chosen: ReadonlySet<string>
  /** Null while it is not known what may be read: everything can be chosen. */
  readonly scopes: ReadonlySet<string> | null
  readonly whyNot: (scope: string) => ReactNode
  readonly error: string | undefined
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

const toggled = <T,>(set: ReadonlySet<T>, value: T): ReadonlySet<T> => set.symmetricDifference(new Set([value]))

export const KindPicker = ({ chosen, scopes, whyNot, error, onChange }: KindPickerProps) => {
  const errorId = useId()
  return (
    <fieldset className="stack-tight" aria-describedby={error ? errorId : undefined}>
      <legend className="field-legend">What it hears</legend>
      <ul className="pick-list">
        {KINDS.map((kind) => {
          const isClosed = scopes !== null && !scopes.has(kind.scopes.read) && !chosen.has(kind.entity)
          return (
            <li key={kind.entity}>
              <Checkbox
                size="xs"
                name="entityList"
                aria-invalid={error ? true : undefined}
                label={labelOf(kind)}
                checked={chosen.has(kind.entity)}
                disabled={isClosed}
                onChange={() => onChange(toggled(chosen, kind.entity))}
              />
              {scopes !== null && !scopes.has(kind.scopes.read) && (
                <span className="small muted with-icon">
                  <Icon name="lock" />
                  {whyNot(kind.scopes.read)}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {error && (
        <p id={errorId} className="small bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

interface ChangePickerProps {
  readonly chosen: ReadonlySet<ChangeKind>
  readonly error: string | undefined
  readonly onChange: (chosen: ReadonlySet<ChangeKind>) => void
}

export const ChangePicker = ({ chosen, error, onChange }: ChangePickerProps) => (
  <fieldset className="stack-tight">
    <legend className="field-legend">When they are</legend>
    <div className="row pick-row">
      {CHANGE_KINDS.map((kind) => (
        <Checkbox
          key={kind}
          size="xs"
          name="kindList"
          label={CHANGE_WORDS[kind]}
          checked={chosen.has(kind)}
          onChange={() => onChange(toggled(chosen, kind))}
        />
      ))}
    </div>
    {error && <p className="small bad">{error}</p>}
  </fieldset>
)

interface SomePickerProps {
  readonly entities: readonly string[]
  /** Null: all of them. */
  readonly chosen: ReadonlySet<string> | null
  readonly error: string | undefined
  readonly onChange: (chosen: ReadonlySet<string> | null) => void
}

interface SomeOfProps extends Omit<SomePickerProps, 'entities'> {
  readonly name: string
  readonly title: string
  readonly noun: string
  readonly values: readonly { readonly name: string; readonly label: string }[]
  readonly none: string
}

/** Some of many: closed until somebody wants it. */
const SomeOf = ({ name, title, noun, values, none, chosen, error, onChange }: SomeOfProps) => {
  const change = (value: string) => {
    const next = toggled(chosen ?? new Set<string>(), value)
    onChange(next.size === 0 ? null : next)
  }
  return (
    <details className="more" open={chosen !== null || error !== undefined ? true : undefined}>
      <summary>
        {title}{' '}
        <span className="muted">
          {chosen === null ? `all ${noun} now` : `${chosen.size} of ${values.length} ${noun}`}
        </span>
      </summary>
      <div className="field-grid">
        {values.map((value) => (
          <Checkbox
            key={value.name}
            size="xs"
            name={name}
            label={value.label}
            checked={chosen?.has(value.name) ?? false}
            onChange={() => change(value.name)}
          />
        ))}
      </div>
      {values.length === 0 && <p className="small muted">{none}</p>}
      {error && <p className="small bad">{error}</p>}
    </details>
  )
}

export const FieldPicker = ({ entities, ...picked }: SomePickerProps) => (
  <SomeOf
    {...picked}
    name="fieldList"
    title="Only where some fields change"
    noun="fields"
    values={fieldsOf(entities)}
    none="Choose what it hears first."
  />
)

export const StatusPicker = ({ entities, ...picked }: SomePickerProps) => (
  <SomeOf
    {...picked}
    name="statusList"
    title="Only in some states"
    noun="states"
    values={statusesOf(entities).map((status) => ({ name: status, label: status }))}
    none="Only flights, trips and aircraft have states: choose nothing else above."
  />
)
