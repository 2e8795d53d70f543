/** The roles of an operator's users, by the one name that each has. */
export { ROLE_NAMES, type Role, roleName as roleInWords } from '../../../server/src/domain/identity/roles.ts'
