/** Scopes by area, read and write. Scopes that cannot be limited to aircraft are disabled while a limit is set. */
import { Checkbox } from '@mantine/core'
import { useId } from 'react'
import type { CatalogueScope } from '../queries.ts'
import { areasOf } from './areas.ts'
import './scope-picker.css'

interface ScopePickerProps {
  readonly catalogue: readonly CatalogueScope[]
  readonly chosen: ReadonlySet<string>
  readonly isLimited: boolean
  readonly error: string | undefined
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

interface BoxProps extends Omit<ScopePickerProps, 'catalogue' | 'error'> {
  readonly scope: CatalogueScope | undefined
}

const Box = ({ scope, chosen, isLimited, onChange }: BoxProps) => {
  if (!scope) {
    return (
      <span className="muted" aria-hidden="true">
        –
      </span>
    )
  }
  const toggle = () => onChange(chosen.symmetricDifference(new Set([scope.name])))
  return (
    <Checkbox
      size="xs"
      aria-label={`${scope.text} (${scope.name})`}
      title={scope.name}
      checked={chosen.has(scope.name)}
      disabled={isLimited && !scope.isAircraftBound}
      onChange={toggle}
    />
  )
}

export const ScopePicker = ({ catalogue, error, ...boxes }: ScopePickerProps) => {
  const errorId = useId()
  return (
    <fieldset className="stack-tight" aria-describedby={errorId}>
      <legend className="scope-legend">Scopes by area</legend>
      <div className="scope-areas">
        <div className="scope-area scope-area-head" aria-hidden="true">
          <span>Area</span>
          <span>See</span>
          <span>Change</span>
        </div>
        {areasOf(catalogue).map(({ name, read, write }) => (
          <div key={name} className="scope-area">
            <span>{name}</span>
            <Box scope={read} {...boxes} />
            <Box scope={write} {...boxes} />
          </div>
        ))}
      </div>
      <div id={errorId} className="small">
        {error && <p className="bad">{error}</p>}
        {boxes.chosen.size > 0 && <code>{[...boxes.chosen].sort().join(' ')}</code>}
        {boxes.isLimited && (
          <p className="muted">
            Contacts, crew, sales and safety cannot be limited to some aircraft, so they are closed.
          </p>
        )}
      </div>
    </fieldset>
  )
}
