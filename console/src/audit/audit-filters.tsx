/** Filters of the audit log, kept in the address. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { DayField } from '../parts/day-field.tsx'
import { TypedFilter } from '../parts/typed-filter.tsx'
import { given } from '../text/search-text.ts'
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
  const set = (name: string) => (value: string | undefined) =>
    navigate({ search: given({ ...search, [name]: value || undefined }), replace: true })
  const change = (name: string) => (event: { currentTarget: { value: string } }) => set(name)(event.currentTarget.value)
  return (
    <div className="filters">
      <TypedFilter
        label="Search"
        className="audit-search"
        placeholder="Name, address, request id …"
        value={search.q}
        onCommit={set('q')}
      />
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
      <DayField label="From (UTC)" placeholder="any" value={search.from} onChange={set('from')} />
      <DayField label="To (UTC)" placeholder="any" value={search.to} onChange={set('to')} />
      {search.actor !== undefined && <Button onClick={() => set('actor')(undefined)}>By one actor, show all</Button>}
      {search.subject !== undefined && (
        <Button onClick={() => set('subject')(undefined)}>About one subject, show all</Button>
      )}
    </div>
  )
}
