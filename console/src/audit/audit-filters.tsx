/** What the log is narrowed to; all of it in the address. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { actionInWords } from './actions.ts'
import { AUDIT_ACTIONS } from './queries.ts'
import { ACTOR_KINDS } from './search.ts'

const ACTOR_WORDS: Record<(typeof ACTOR_KINDS)[number], string> = {
  user: 'Users',
  application: 'Applications',
  provider: 'Providers',
  staff: 'Support staff',
  host: 'The host',
  system: 'The service',
}

export const AuditFilters = () => {
  const search = useSearch({ from: '/audit-log' })
  const navigate = useNavigate({ from: '/audit-log' })
  const actions = useQuery(queryOf(AUDIT_ACTIONS, {}))
  const change = (name: string) => (event: { currentTarget: { value: string } }) =>
    navigate({ search: { ...search, [name]: event.currentTarget.value || undefined }, replace: true })
  return (
    <div className="filters">
      <NativeSelect
        label="Action"
        value={search.action ?? ''}
        onChange={change('action')}
        data={[
          { value: '', label: 'All actions' },
          ...(actions.data?.auditActionList ?? []).map((value) => ({ value, label: actionInWords(value) })),
        ]}
      />
      <NativeSelect
        label="By"
        value={search.actorKind ?? ''}
        onChange={change('actorKind')}
        data={[{ value: '', label: 'Anybody' }, ...ACTOR_KINDS.map((value) => ({ value, label: ACTOR_WORDS[value] }))]}
      />
      <TextInput label="From (UTC)" type="date" value={search.from ?? ''} onChange={change('from')} />
      <TextInput label="To (UTC)" type="date" value={search.to ?? ''} onChange={change('to')} />
      {search.actor !== undefined && (
        <Button onClick={() => change('actor')({ currentTarget: { value: '' } })}>By one actor, show all</Button>
      )}
      {search.subject !== undefined && (
        <Button onClick={() => change('subject')({ currentTarget: { value: '' } })}>About one subject, show all</Button>
      )}
    </div>
  )
}
