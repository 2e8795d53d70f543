/** The public profile of an application, as an operator's users see it. */
import { logoPath } from '../../../domain/tenancy/address.ts'
import type { ListedApplication } from '../../../storage/oauth/add-ons.ts'
import type { builder } from '../../builder.ts'

type FieldBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Shape>

export const applicationFields = <Shape>(t: FieldBuilder<Shape>, of: (parent: Shape) => ListedApplication) => ({
  clientId: t.id({ resolve: (parent) => of(parent).client_id }),
  name: t.string({ resolve: (parent) => of(parent).name }),
  description: t.string({ resolve: (parent) => of(parent).description }),
  provider: t.string({
    description: 'The company of the provider; of an application that the host registered, its contact.',
    resolve: (parent) => of(parent).provider_name,
  }),
  website: t.string({ resolve: (parent) => of(parent).website }),
  kind: t.string({ resolve: (parent) => of(parent).kind }),
  isPersonal: t.boolean({ resolve: (parent) => of(parent).personal === 1 }),
  logoPath: t.string({
    nullable: true,
    description: 'Path of its logo on this address.',
    resolve: (parent) => (of(parent).has_logo === 1 ? logoPath(of(parent).client_id) : null),
  }),
})
