/** Where an import is carried out or undone, and who the audit log says did it. */
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import type { Actor } from '../../audit-trail.ts'
import type { Desk } from '../desk.ts'

export interface ImportPlace {
  readonly desk: Desk
  readonly tenant: Pick<Tenant, 'tenantId' | 'operatorId'>
  readonly actor: Actor
}

interface ImportedFile {
  readonly kind: string
  readonly fileName: string | null
}

/** What the audit log says of the file. */
export const fileOf = ({ kind, fileName }: ImportedFile) => ({ kind, ...(fileName === null ? {} : { file: fileName }) })
