/** Names to the administrators what a removed user made and knows: it goes on, and somebody looks at each (ADR 257). */
import { makerLeft } from '../../domain/notices/notice-words.ts'
import { webhooksMadeBy } from '../../storage/events/webhooks.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { nameOf } from '../../storage/identity/users.ts'
import { keysKnownTo } from '../../storage/oauth/api-keys.ts'
import type { AtRealm, PersonWithRole } from './administrator-notice.ts'
import { giveNotice } from './give-notice.ts'

/** Part of the transaction that removes the user; who removes them is told too. */
export const tellMakerLeft = async (at: AtRealm, tx: TenantTx, { user, origin }: PersonWithRole): Promise<void> => {
  const now = await tx.now()
  const works = ({ expires_at }: { readonly expires_at: number | null }) => expires_at === null || expires_at > now
  const keys = (await keysKnownTo(tx, [user.user_id])).filter(works).map(({ label }) => label)
  const hosts = (await webhooksMadeBy(tx, user.user_id)).map(({ url }) => new URL(url).host)
  if (keys.length === 0 && hosts.length === 0) return
  await giveNotice({ randomBytes: at.randomBytes, realm: at.realm, origin: origin ?? null }, tx, {
    kind: 'MAKER_LEFT',
    cause: `maker ${user.user_id} left`,
    userId: null,
    madeBy: null,
    place: keys.length > 0 ? '/api-keys' : '/webhooks',
    words: makerLeft({ person: nameOf(user), keys, hosts }),
  })
}
