/** Operators with their states and counts, and a drawer that creates one with its first administrator's invitation. */
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../graph/change.ts'
import { problemsByField } from '../../graph/problems.ts'
import { queryOf } from '../../graph/query.ts'
import { Icon } from '../../parts/icon.tsx'
import { MomentOrNever } from '../../parts/moment.tsx'
import { SideDrawer } from '../../parts/side-drawer.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { Tag } from '../../parts/tag.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { FailureNote } from '../../states/failure-note.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { Note } from '../../states/note.tsx'
import { useStaffRole } from '../role.ts'
import { OperatorState } from './operator-state.tsx'
import { OPERATOR_CREATE, OPERATORS } from './queries.ts'

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
          {creation.isError && (
            <FailureNote
              error={creation.error}
              what="Nothing was created."
              fields={FIELDS.map(({ name, refusedAs }) => refusedAs ?? name)}
            />
          )}
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

export const OperatorsPage = () => {
  const query = useQuery(queryOf(OPERATORS, {}))
  const { mayAdminister } = useStaffRole()
  return (
    <div className="stack">
      <PlatformHead
        title="Operators"
        about="Support sees numbers, never their data. The sandbox of a provider is on the provider’s page."
        actions={mayAdminister ? <Creation /> : null}
      />
      <Loaded query={query}>
        {({ operatorList }) => (
          <div className="panel">
            <Table label="Operators" columns={['Operator', 'State', 'Users', 'Add-ons', 'Last request']} fitsFrom={620}>
              {operatorList.flatMap(({ operatorId, name, environmentList }) =>
                environmentList.map(({ environment, origin, users, addOns, lastRequestAt, ...state }) => (
                  <Row key={`${operatorId} ${environment}`}>
                    <NameCell>
                      <span className="two-lines">
                        <span className="row">
                          <PlaceLink to={`/operators/${operatorId}`}>{name}</PlaceLink>
                          {environment === 'sandbox' && <Tag tone="sandbox">Sandbox</Tag>}
                        </span>
                        <span className="small muted">{origin.replace(/^https?:\/\//, '')}</span>
                      </span>
                    </NameCell>
                    <Cell label="State">
                      <OperatorState at={state} />
                    </Cell>
                    <Cell label="Users">{users}</Cell>
                    <Cell label="Add-ons">{addOns}</Cell>
                    <Cell label="Last request">
                      <MomentOrNever at={lastRequestAt} />
                    </Cell>
                  </Row>
                )),
              )}
            </Table>
          </div>
        )}
      </Loaded>
    </div>
  )
}
