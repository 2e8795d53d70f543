/** The scopes to ask for, out of the most that this kind of application may have. */
import { Checkbox } from '@mantine/core'
import { scopeCounts } from '../../text/scope-words.ts'
import type { Application } from '../queries.ts'

type Scope = Application['scopeCeilingList'][number]

interface ScopeChoiceProps {
  readonly ceiling: readonly Scope[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

export const countsInWords = (scopes: readonly Scope[]): string => {
  const { read, write } = scopeCounts(scopes)
  return `${read} to see, ${write} to change`
}

const Group = ({
  title,
  scopes,
  chosen,
  onChange,
}: Omit<ScopeChoiceProps, 'ceiling'> & { title: string; scopes: readonly Scope[] }) =>
  scopes.length === 0 ? null : (
    <fieldset className="stack-tight">
      <legend className="field-legend">{title}</legend>
      {scopes.map(({ name, text }) => (
        <Checkbox
          key={name}
          size="xs"
          label={
            <>
              {text} <code>{name}</code>
            </>
          }
          checked={chosen.has(name)}
          onChange={() => onChange(chosen.symmetricDifference(new Set([name])))}
        />
      ))}
    </fieldset>
  )

export const ScopeChoice = ({ ceiling, ...rest }: ScopeChoiceProps) => (
  <div className="stack">
    <Group title="See" scopes={ceiling.filter(({ access }) => access === 'read')} {...rest} />
    <Group title="Change" scopes={ceiling.filter(({ access }) => access === 'write')} {...rest} />
  </div>
)
