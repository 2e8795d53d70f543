/** The scopes to ask for, out of the most that this kind of application may have: a row for each subject. */
import { Checkbox } from '@mantine/core'
import { scopeCounts } from '../../text/scope-words.ts'
import type { Application } from '../queries.ts'

type Scope = Application['scopeCeilingList'][number]

interface ScopeChoiceProps {
  /** "flight support" in "Area, within flight support". */
  readonly kind: string
  readonly ceiling: readonly Scope[]
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
}

const COLUMNS = [
  { access: 'read', head: 'See' },
  { access: 'write', head: 'Change' },
] as const

export const countsInWords = (scopes: readonly Scope[]): string => {
  const { read, write } = scopeCounts(scopes)
  return `${read} to see, ${write} to change`
}

const inCapitals = (subject: string): string => `${subject.slice(0, 1).toUpperCase()}${subject.slice(1)}`

/** Of one subject an application may often see what it may not change. */
const NotOffered = () => (
  <span className="muted">
    <span aria-hidden="true">–</span>
    <span className="unseen">not offered</span>
  </span>
)

export const ScopeChoice = ({ kind, ceiling, chosen, onChange }: ScopeChoiceProps) => {
  const rows = Object.entries(Object.groupBy(ceiling, ({ subject }) => subject))
  return (
    <table className="scope-matrix" aria-label="What to ask for">
      <thead>
        <tr>
          <th scope="col">Area, within {kind}</th>
          {COLUMNS.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([subject, scopes = []]) => (
          <tr key={subject}>
            <th scope="row">
              {inCapitals(subject)}
              <span className="scope-matrix-names">
                {scopes.map(({ name }) => (
                  <code key={name}>{name}</code>
                ))}
              </span>
            </th>
            {COLUMNS.map(({ access }) => {
              const scope = scopes.find((one) => one.access === access)
              return (
                <td key={access}>
                  {scope === undefined ? (
                    <NotOffered />
                  ) : (
                    <Checkbox
                      aria-label={`${scope.text} (${scope.name})`}
                      title={scope.text}
                      checked={chosen.has(scope.name)}
                      onChange={() => onChange(chosen.symmetricDifference(new Set([scope.name])))}
                    />
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
