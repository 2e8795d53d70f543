/** Where an import of the console is carried out or undone: it takes seconds, and changes no user. */
import type { ImportPlace } from '../../../../services/operations/import/import-place.ts'
import type { QueryContext } from '../../../context.ts'
import { actorOf } from '../../../signed-in-user.ts'

export const placeOfImport = (context: QueryContext): ImportPlace => {
  const { worldOfLongJob: world, reference, principal, tenant, address, requestId, isPresent } = context
  return { desk: { world, reference, principal, address, requestId, isPresent }, tenant, actor: actorOf(context) }
}
