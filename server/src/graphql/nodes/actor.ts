/** Who wrote a record. */
import { AUTHOR_KINDS, type Author } from '../../domain/versioned.ts'
import { namesOfApplications } from '../../storage/oauth/add-ons.ts'
import { labelsOfKeys } from '../../storage/oauth/api-keys.ts'
import { needs, noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import { PersonName, personName } from './identity/person-name.ts'

const ActorKind = builder.enumType('ActorKind', { values: AUTHOR_KINDS })

export const Actor = builder.objectRef<Author>('Actor').implement({
  ...noScope,
  description: 'Who wrote a record. Null where it must not show or was not recorded.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind }),
    applicationName: t.string({
      follows: ['ACCOUNTS'],
      nullable: true,
      resolve: async ({ kind, id }, _args, { loaders, reader }) =>
        (kind === 'APPLICATION' &&
          id &&
          (await loaders.load('name of application', id, (ids) => namesOfApplications(reader, ids)))) ||
        null,
    }),
    apiKeyLabel: t.string({
      follows: ['ACCOUNTS'],
      nullable: true,
      resolve: async ({ kind, id }, _args, { loaders, reader }) =>
        (kind === 'API_KEY' && id && (await loaders.load('label of key', id, (ids) => labelsOfKeys(reader, ids)))) ||
        null,
    }),
    person: t.field({
      ...needs('contact:read'),
      follows: ['ACCOUNTS'],
      type: PersonName,
      nullable: true,
      resolve: ({ kind, id }, _args, context) => (kind === 'USER' && id ? personName(context, id) : null),
    }),
  }),
})
