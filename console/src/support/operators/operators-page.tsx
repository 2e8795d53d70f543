/** Operators with their states and counts, and a drawer that creates one with its first administrator's invitation. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResultOf } from 'gql.tada'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { MomentOrNever } from '../../parts/moment.tsx'
import { Monogram } from '../../parts/monogram.tsx'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { useStaffRole } from '../role.ts'
import { OperatorState } from './operator-state.tsx'
import { OPERATOR_CREATE, OPERATORS } from './queries.ts'

interface OperatorRowProps {
  readonly operator: ResultOf<typeof OPERATORS>['operatorList'][number]
}

const EMPTY = { operatorId: '', name: '', administratorName: '', administratorSurname: '', administratorEmail: '' }

const FIELDS: readonly { name: keyof typeof EMPTY; label: string; about?: string; refusedAs?: string }[] = [
  { name: 'name', label: 'Name' },
  { name: 'operatorId', label: 'Identifier', about: 'Part of both addresses; cannot be changed.' },
  { name: 'administratorName', label: 'First administrator: first name' },
  { name: 'administratorSurname', label: 'First administrator: surname', refusedAs: 'surname' },
  { name: 'administratorEmail', label: 'First administrator: email', refusedAs: 'email' },
]

const Creation = () => {
  const [isOpen, setOpen] = useState(false)
  const [draft, setDraft] = useState(EMPTY)
  const [created, setCreated] = useState<string | null>(null)
  const creation = useChange(OPERATOR_CREATE)
  const problems = problemsByField(creation.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = () => {
      setCreated(draft.name)
      setDraft(EMPTY)
    }
    creation.mutate({ input: draft }, { onSuccess: done })
  }
  const close = () => {
    setOpen(false)
    setCreated(null)
  }
  return (
    <>
      <Button variant="filled" leftSection={<Icon name="plus" />} onClick={() => setOpen(true)}>
        Create an operator
      </Button>
      <SideDrawer title="Create an operator" isOpen={isOpen} onClose={close}>
        <form className="form" onSubmit={submit} noValidate>
          <p className="small muted">Production and sandbox, apart from each other.</p>
          {FIELDS.map(({ name, label, about, refusedAs }) => (
            <TextInput
              key={name}
              label={label}
              description={about}
              value={draft[name]}
              error={problems[refusedAs ?? name]}
              onChange={(event) => setDraft({ ...draft, [name]: event.currentTarget.value })}
            />
          ))}
          <FailureNote
            error={creation.error}
            what="Nothing was created."
            fields={FIELDS.map(({ name, refusedAs }) => refusedAs ?? name)}
          />
          {created !== null && (
            <Note tone="good" icon="circleCheck" role="status">
              {created} is there, and its administrator is invited.
            </Note>
          )}
          <div className="form-feet drawer-feet">
            <Button type="submit" variant="filled" loading={creation.isPending}>
              Create and invite
            </Button>
          </div>
        </form>
      </SideDrawer>
    </>
  )
}

/** An operator with both environments; the counts are those of production, where people work. */
const OperatorRow = ({ operator: { operatorId, name, askedSuspension, environmentList } }: OperatorRowProps) => {
  const production = environmentList.find(({ environment }) => environment === 'production')
  return (
    <Row>
      <NameCell>
        <span className="row">
          <Monogram name={name} />
          <span className="two-lines">
            <PlaceLink to={`/operators/${operatorId}`}>{name}</PlaceLink>
            <code className="small muted">{operatorId}</code>
            {askedSuspension !== null && <b className="small">a suspension waits for a second word</b>}
          </span>
        </span>
      </NameCell>
      {(['production', 'sandbox'] as const).map((environment) => {
        const at = environmentList.find((one) => one.environment === environment)
        return (
          <Cell key={environment} label={environment === 'production' ? 'Production' : 'Sandbox'}>
            {at ? <OperatorState at={at} /> : 'none'}
          </Cell>
        )
      })}
      <Cell label="Users">{production?.users ?? 0}</Cell>
      <Cell label="Add-ons">{production?.addOns ?? 0}</Cell>
      <Cell label="Last request">
        <MomentOrNever at={production?.lastRequestAt ?? null} />
      </Cell>
    </Row>
  )
}

export const OperatorsPage = () => {
  const query = useQuery(queryOf(OPERATORS, {}))
  const { mayAdminister } = useStaffRole()
  return (
    <div className="stack">
      <PlatformHead
        title="Operators"
        about="Numbers of production, never their data. Providers’ sandboxes are on the providers’ pages."
        actions={mayAdminister ? <Creation /> : null}
      />
      <Loaded query={query}>
        {({ operatorList }) => (
          <div className="panel">
            <Table
              label="Operators"
              columns={['Operator', 'Production', 'Sandbox', 'Users', 'Add-ons', 'Last request']}
              fitsFrom={720}
            >
              {operatorList.map((operator) => (
                <OperatorRow key={operator.operatorId} operator={operator} />
              ))}
            </Table>
          </div>
        )}
      </Loaded>
    </div>
  )
}
