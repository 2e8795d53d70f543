/** Who of the service provider signs in here, and what each may do. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { MomentOrNever } from '../parts/moment.tsx'
import { Monogram } from '../parts/monogram.tsx'
import { RadioChoice } from '../parts/radio-choice.tsx'
import { Cell, NameCell, Row, Table } from '../parts/table.tsx'
import { PlatformHead } from '../platform/platform-head.tsx'
import { Loaded } from '../states/loaded.tsx'
import { STAFF, STAFF_ROLE_SET, type StaffMember } from './queries.ts'
import { roleName, STAFF_ROLES, useStaffRole } from './role.ts'

const RoleDialog = ({ member, onClose }: { readonly member: StaffMember; readonly onClose: () => void }) => {
  const [role, setRole] = useState(member.role)
  const change = useChange(STAFF_ROLE_SET)
  return (
    <ConfirmDialog
      title={`Role of ${member.name}`}
      verb="Save role"
      change={change}
      onConfirm={() => change.mutate({ userId: member.userId, role, seenRole: member.role }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <fieldset className="stack-tight">
        <legend className="field-legend">What {member.name} may do</legend>
        {STAFF_ROLES.map((choice) => (
          <RadioChoice
            key={choice.role}
            name="role"
            isChosen={role === choice.role}
            about={choice.may}
            onChoose={() => setRole(choice.role)}
          >
            {choice.name}
          </RadioChoice>
        ))}
      </fieldset>
      <p className="muted small">Counts from the next request on. {member.name} is told by mail.</p>
    </ConfirmDialog>
  )
}

const COLUMNS = ['Member', 'Role', 'Second step', 'Last seen'] as const

export const StaffPage = () => {
  const query = useQuery(queryOf(STAFF, {}))
  const [chosen, setChosen] = useState<StaffMember | null>(null)
  const { userId, mayAdminister } = useStaffRole()
  return (
    <div className="stack">
      <PlatformHead
        title="Staff"
        about="A reader reads; a reviewer decides cases; an administrator also suspends, creates operators and sets roles. The host makes new members."
      />
      <Loaded query={query}>
        {({ staffList }) => (
          <div className="panel">
            <Table
              label="Staff"
              columns={mayAdminister ? [...COLUMNS, { name: 'Actions', isUnseen: true }] : COLUMNS}
              fitsFrom={620}
            >
              {staffList.map((member) => (
                <Row key={member.userId}>
                  <NameCell>
                    <span className="row">
                      <Monogram name={member.name} round />
                      <span className="two-lines">
                        <b>{member.name}</b>
                        <span className="small muted">{member.email}</span>
                      </span>
                    </span>
                  </NameCell>
                  <Cell label="Role">{roleName(member.role)}</Cell>
                  <Cell label="Second step">{member.hasSecondStep ? 'Set up' : 'None yet, or a passkey'}</Cell>
                  <Cell label="Last seen">
                    <MomentOrNever at={member.lastSeenAt} />
                  </Cell>
                  {mayAdminister && (
                    <Cell kind="action">
                      {member.userId !== userId && (
                        <Button size="xs" onClick={() => setChosen(member)}>
                          Change role
                          <span className="unseen"> of {member.name}</span>
                        </Button>
                      )}
                    </Cell>
                  )}
                </Row>
              ))}
            </Table>
          </div>
        )}
      </Loaded>
      {chosen && <RoleDialog key={chosen.userId} member={chosen} onClose={() => setChosen(null)} />}
    </div>
  )
}
