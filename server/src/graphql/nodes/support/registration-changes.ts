/** What providers changed in a registration: support approved what it was before (portals §2). */

import { DEVELOPERS_REALM_ID } from '../../../domain/identity/realm.ts'
import { STATEMENT_COST } from '../../../domain/limits.ts'
import { graphNameOf } from '../../../services/providers/registering.ts'
import type { RegistrationItems } from '../../../services/providers/registration-news.ts'
import { namesOfUsers } from '../../../storage/identity/user-accounts.ts'
import { nameOf } from '../../../storage/identity/users.ts'
import { registrationChanges } from '../../../storage/support/staff-log.ts'
import { forStaff } from '../../access-declaration.ts'
import type { QueryContext } from '../../context.ts'
import { priced } from '../../operation/list-size.ts'
import { supportBuilder as builder } from '../../platform/support-builder.ts'
import { Application } from './application.ts'

const MAX_CHANGES = 50

interface ShownChange {
  readonly at: number
  readonly memberName: string
  readonly fields: readonly string[]
  readonly before: RegistrationItems
  readonly after: RegistrationItems
}

const Items = builder.objectRef<RegistrationItems>('RegistrationItems').implement({
  ...forStaff,
  description: 'The items by which operators know an application; null where they did not change.',
  fields: (t) => ({
    name: t.string({ nullable: true, resolve: ({ name }) => name ?? null }),
    redirectUriList: t.stringList({
      nullable: true,
      resolve: ({ redirectUris }) => (redirectUris ? [...redirectUris] : null),
    }),
    connectUrl: t.string({ nullable: true, resolve: ({ connectUrl }) => connectUrl ?? null }),
    website: t.string({ nullable: true, resolve: ({ website }) => website ?? null }),
    description: t.string({ nullable: true, resolve: ({ description }) => description ?? null }),
  }),
})

const Change = builder.objectRef<ShownChange>('RegistrationChange').implement({
  ...forStaff,
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    memberName: t.exposeString('memberName'),
    fieldList: t.stringList({ resolve: ({ fields }) => fields.map(graphNameOf) }),
    before: t.expose('before', { type: Items }),
    after: t.expose('after', { type: Items }),
  }),
})

interface Detail {
  readonly changed?: readonly string[]
  readonly before?: RegistrationItems
  readonly after?: RegistrationItems
}

const readChanges = async ({ at, world }: QueryContext, clientId: string): Promise<ShownChange[]> => {
  const entries = await registrationChanges(at.platform, clientId, MAX_CHANGES)
  const members = [...new Set(entries.flatMap(({ actor_id }) => actor_id ?? []))]
  const names = await namesOfUsers(world.storage.tenant(DEVELOPERS_REALM_ID), members)
  return entries.map((entry) => {
    const { changed = [], before = {}, after = {} } = JSON.parse(entry.detail) as Detail
    const member = names.get(entry.actor_id ?? '')
    return { at: entry.at, memberName: member ? nameOf(member) : 'Somebody who left', fields: changed, before, after }
  })
}

builder.objectField(Application, 'changeList', (t) =>
  t.field({
    description: `The latest ${MAX_CHANGES} changes of the registration, newest first.`,
    ...priced(STATEMENT_COST),
    type: [Change],
    resolve: ({ client_id }, _args, context) => readChanges(context, client_id),
  }),
)
