/** The roles of a person, each with what it opens. */
import { Checkbox } from '@mantine/core'
import { ROLE_NAMES, type Role } from './roles.ts'

interface RoleChoiceProps {
  readonly roles: ReadonlySet<Role>
  /** Roles that stay as they are. */
  readonly fixed?: ReadonlySet<Role>
  readonly onChange: (roles: ReadonlySet<Role>) => void
}

export const RoleChoice = ({ roles, fixed, onChange }: RoleChoiceProps) => (
  <fieldset className="stack-tight">
    <legend className="field-legend">Roles</legend>
    {(Object.keys(ROLE_NAMES) as Role[]).map((role) => (
      <Checkbox
        key={role}
        size="xs"
        label={ROLE_NAMES[role].name}
        description={ROLE_NAMES[role].about}
        checked={roles.has(role)}
        disabled={fixed?.has(role) ?? false}
        onChange={() => onChange(roles.symmetricDifference(new Set([role])))}
      />
    ))}
  </fieldset>
)
