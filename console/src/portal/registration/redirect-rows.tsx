/** The redirect URIs of an application: a row for each, checked as it is typed. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { ME } from '../queries.ts'
import { checkRedirect } from './redirect-check.ts'
import type { RegistrationFieldsProps } from './registration-fields.tsx'

/** As many as the server takes. */
const MAX_ROWS = 20

interface RowProps {
  readonly number: number
  readonly uri: string
  readonly others: readonly string[]
  /** What the server said of the whole list. */
  readonly isRefused: boolean
  readonly onChange: (uri: string) => void
  readonly onRemove: () => void
}

const RedirectRow = ({ number, uri, others, isRefused, onChange, onRemove }: RowProps) => {
  const check = checkRedirect(uri, others)
  return (
    <li className="stack-tight">
      <div className="redirect-row">
        <TextInput
          aria-label={`Redirect URI ${number}`}
          type="url"
          inputMode="url"
          spellCheck={false}
          placeholder="https://app.example.com/airside/callback"
          value={uri}
          error={check?.isGood === false || (isRefused && check?.isGood !== true)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {others.length > 0 && (
          <Button size="xs" aria-label={`Remove redirect URI ${number}`} onClick={onRemove}>
            <Icon name="minus" />
          </Button>
        )}
      </div>
      {check && (
        <span className={check.isGood ? 'small good field-check' : 'small bad field-check'} role="status">
          <Icon name={check.isGood ? 'circleCheck' : 'circleCross'} />
          <span>{check.text}</span>
          {check.asHttps !== null && (
            <Button size="xs" onClick={() => onChange(check.asHttps ?? uri)}>
              Make it https
            </Button>
          )}
        </span>
      )}
    </li>
  )
}

const MoreRows = ({ rows, keep }: { readonly rows: readonly string[]; keep: (rows: readonly string[]) => void }) => {
  const callback = useQuery(queryOf(ME, {})).data?.me.callbackUri
  if (rows.length >= MAX_ROWS) return null
  return (
    <div className="row">
      <Button size="xs" leftSection={<Icon name="plus" />} onClick={() => keep([...rows, ''])}>
        Add an address
      </Button>
      {callback && !rows.includes(callback) && (
        <Button size="xs" onClick={() => keep([...rows.filter((row) => row.trim() !== ''), callback])}>
          Add this portal’s callback
        </Button>
      )}
    </div>
  )
}

export const RedirectField = ({ draft, problems, set }: RegistrationFieldsProps) => {
  const rows = draft.redirectUris.split('\n')
  const keep = (next: readonly string[]) => set({ redirectUris: next.join('\n') })
  return (
    <fieldset className="stack-tight">
      <legend className="field-legend">Redirect URIs</legend>
      <ul className="stack-tight">
        {rows.map((uri, index) => (
          <RedirectRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place while its text is typed
            key={index}
            number={index + 1}
            uri={uri}
            others={rows.toSpliced(index, 1)}
            isRefused={problems.redirectUriList !== undefined}
            onChange={(next) => keep(rows.with(index, next.replaceAll('\n', '')))}
            onRemove={() => keep(rows.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {problems.redirectUriList !== undefined && (
        <p className="small bad" role="alert">
          {problems.redirectUriList}
        </p>
      )}
      <MoreRows rows={rows} keep={keep} />
      <span className="small muted">Absolute, https or loopback, without a fragment, up to {MAX_ROWS}.</span>
    </fieldset>
  )
}
