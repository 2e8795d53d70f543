/** Sets what another system calls a record, apart from its other fields. */
import type { ExternalId as ExternalIdRecord } from '../../../domain/operations/external-id.ts'
import { byEntity } from '../../../domain/records/all-records.ts'
import { setExternalId } from '../../../services/operations/external-ids.ts'
import { needsByValue, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { EntityKind } from '../change.ts'
import { ExternalId, shownExternalIds } from '../external-id.ts'

/** Other kinds have no external ids yet, and are refused. */
const WRITE_SCOPES = byEntity(({ write }) => write)

interface ExternalIdPayloadValue {
  readonly externalIdList: readonly ExternalIdRecord[] | null
  readonly version: number | null
}

const ExternalIdPayload = warningPayload<ExternalIdPayloadValue>('ExternalIdPayload', (t) => ({
  externalIdList: t.field({
    ...usually(1),
    type: [ExternalId],
    nullable: true,
    resolve: ({ externalIdList }, _args, context) => externalIdList && shownExternalIds(externalIdList, context),
  }),
  version: t.exposeInt('version', { nullable: true }),
}))

builder.mutationField('externalIdSet', (t) =>
  mutation(t, {
    ...noScope,
    description:
      'Says what a system calls a record; null removes it. A system is its first writer’s: the operator’s, or one application’s. No expectedVersion: systems do not collide. Needs the write scope of the entity’s kind.',
    type: ExternalIdPayload,
    args: {
      entity: t.arg({ type: EntityKind, required: true, ...needsByValue(WRITE_SCOPES) }),
      entityId: t.arg.id({ required: true }),
      system: t.arg.string({ required: true, description: '[a-z0-9-]{2,40}.' }),
      value: t.arg.string(),
    },
    write: (tx, args, context) => setExternalId(tx, context, args),
  }),
)
