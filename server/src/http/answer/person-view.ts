/** A signed-in person as pages name them. */

import type { PersonView } from '../../pages/identity/person.ts'
import type { SignedIn } from '../../services/identity/sessions.ts'
import { nameOf } from '../../storage/identity/users.ts'

const ROLE_NAMES: Readonly<Record<string, string>> = {
  ADMIN: 'administrator',
  OPS: 'operations',
  SALES: 'sales',
  CREW: 'crew',
  MAINTENANCE: 'maintenance',
  SAFETY: 'safety',
}

export const personView = ({ user }: SignedIn): PersonView => {
  const roles = user.role_list.split(' ')
  const [first = ''] = roles.includes('ADMIN') ? ['ADMIN'] : roles
  return { name: nameOf(user), email: user.email, role: ROLE_NAMES[first] ?? 'user' }
}
