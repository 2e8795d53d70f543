/** Filters of the audit log, kept in the address. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { DayField } from '../parts/day-field.tsx'
import { TypedFilter } from '../parts/typed-filter.tsx'
import { useAddress } from '../shell/address.ts'
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
  const { search, change } = useAddress('/audit-log')
  const actions = useQuery(queryOf(AUDIT_ACTIONS, {}))
  return (
    <div className="filters">
      <TypedFilter
        label="Search"
        className="audit-search"
        placeholder="Name, address, request id …"
        value={search.q}
        onCommit={(q) => change({ q })}
      />
      <NativeSelect
        label="Action"
        value={search.action ?? ''}
        onChange={(event) => change({ action: event.currentTarget.value || undefined })}
        data={[
          { value: '', label: 'All actions' },
          ...(actions.data?.auditActionList ?? []).map((value) => ({ value, label: actionInWords(value) })),
        ]}
      />
      <NativeSelect
        label="By"
        value={search.actorKind ?? ''}
        onChange={(event) => change({ actorKind: event.currentTarget.value || undefined })}
        data={[{ value: '', label: 'Anybody' }, ...ACTOR_KINDS.map((value) => ({ value, label: ACTOR_WORDS[value] }))]}
      />
      <DayField label="From (UTC)" placeholder="any" value={search.from} onChange={(from) => change({ from })} />
      <DayField label="To (UTC)" placeholder="any" value={search.to} onChange={(to) => change({ to })} />
      {search.actor !== undefined && (
        <Button onClick={() => change({ actor: undefined })}>By one actor, show all</Button>
      )}
      {search.subject !== undefined && (
        <Button onClick={() => change({ subject: undefined })}>About one subject, show all</Button>
      )}
    </div>
  )
}
