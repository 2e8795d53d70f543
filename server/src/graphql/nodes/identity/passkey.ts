/** A passkey as its user sees it, without the key, its id and its counter. */
import type { PasskeyRow } from '../../../storage/identity/passkeys.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'

export const Passkey = builder.objectRef<PasskeyRow>('Passkey').implement({
  ...needs('account:read'),
  description: 'Signs its user in at this address, by fingerprint, face or PIN, in place of the password.',
  fields: (t) => ({
    passkeyId: t.id({ resolve: ({ passkey_id }) => passkey_id }),
    name: t.exposeString('name'),
    isBackedUp: t.boolean({
      description: 'Kept in more than one place, such as a password manager.',
      resolve: ({ backed_up }) => backed_up === 1,
    }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
    lastUsedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ last_used_at }) => last_used_at }),
  }),
})
