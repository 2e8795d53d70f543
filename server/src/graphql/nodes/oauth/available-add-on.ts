/** Applications that this operator could connect, and the link to start with. */

import { ceilingAt } from '../../../domain/oauth/extra-scopes.ts'
import { scopesIn } from '../../../domain/scopes.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { availableApplications } from '../../../services/oauth/add-ons.ts'
import type { ListedApplication } from '../../../storage/oauth/add-ons.ts'
import { openUntil } from '../../../storage/oauth/authorization-codes.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { applicationFields } from './application-fields.ts'
import { inWords, ScopeInWords } from './scope-in-words.ts'

/** The provider's page, with the operator added to its query (access-model §8). Only http and https become a link. */
export const connectHref = (connectUrl: string | null, { operatorId, environment }: Tenant): string | null => {
  const url = connectUrl === null ? null : URL.parse(connectUrl)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  url.searchParams.set('operator', operatorId)
  url.searchParams.set('environment', environment)
  return url.href
}

const AvailableAddOn = builder.objectRef<ListedApplication>('AvailableAddOn').implement({
  ...needs('add-on:read'),
  description: 'An application that is not connected to this operator and could be.',
  fields: (t) => ({
    ...applicationFields(t, (application) => application),
    isTestOnly: t.boolean({
      description: 'Not in production mode yet: only a test environment can connect it.',
      resolve: ({ mode }) => mode !== 'production',
    }),
    scopeCeilingList: t.field({
      type: [ScopeInWords],
      description: 'The most it may ever ask for.',
      resolve: (application, _args, { at }) => inWords(scopesIn(ceilingAt(application, at.now()))),
    }),
    allowedUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Allowed here and not connected yet: until then it may come for its access, unless `addOnDisconnect` takes it back. Null where nobody allowed it, and of what people connect for themselves.',
      resolve: async ({ client_id, personal }, _args, { loaders, reader }) =>
        personal === 1
          ? null
          : ((await loaders.load('allowed until', client_id, (clientIds) => openUntil(reader, clientIds))) ?? null),
    }),
    connectHref: t.string({
      nullable: true,
      description: 'Where connecting starts; null where the provider names no such page.',
      resolve: ({ connect_url }, _args, { tenant }) => connectHref(connect_url, tenant),
    }),
  }),
})

builder.queryField('availableAddOnList', (t) =>
  t.field({
    ...needs('add-on:read'),
    description:
      'Applications that can be connected: those in production mode, in an operator’s test environment all of them, in a provider’s sandbox those in production mode and its own.',
    type: [AvailableAddOn],
    resolve: (_root, _args, { reader, tenant }) => availableApplications(reader, tenant),
  }),
)
