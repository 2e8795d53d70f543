/** What the log is narrowed to; all of it in the address. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { AUDIT_ACTIONS } from './queries.ts'
import { ACTOR_KINDS } from './search.ts'

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
        data={[{ value: '', label: 'All actions' }, ...(actions.data?.auditActionList ?? [])]}
      />
      <NativeSelect
        label="By"
        value={search.actorKind ?? ''}
        onChange={change('actorKind')}
        data={[{ value: '', label: 'Anybody' }, ...ACTOR_KINDS]}
      />
      <TextInput label="From (UTC)" type="date" value={search.from ?? ''} onChange={change('from')} />
      <TextInput label="To (UTC)" type="date" value={search.to ?? ''} onChange={change('to')} />
      {search.actor !== undefined && (
        <Button onClick={() => change('actor')({ currentTarget: { value: '' } })}>By one actor ×</Button>
      )}
      {search.subject !== undefined && (
        <Button onClick={() => change('subject')({ currentTarget: { value: '' } })}>About one subject ×</Button>
      )}
    </div>
  )
}
