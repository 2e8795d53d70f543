/** The signed-in user as pages show them. */
import { roleName } from '../../domain/identity/roles.ts'
import type { PersonView } from '../../pages/identity/person.ts'
import type { SignedIn } from '../../services/identity/sessions.ts'
import { nameOf } from '../../storage/identity/users.ts'

export const personView = ({ user }: SignedIn): PersonView => {
  const roles = user.role_list.split(' ').filter((role) => role !== '')
  const [first] = roles.includes('ADMIN') ? ['ADMIN'] : roles
  return { name: nameOf(user), email: user.email, role: first === undefined ? 'no role' : roleName(first) }
}
