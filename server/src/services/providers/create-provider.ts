/** Makes a provider with its owner at the host's command line and in the demo, without a code by mail. */
import { Failure } from '../../domain/failure.ts'
import { insertUser } from '../../storage/identity/users.ts'
import { insertMember } from '../../storage/providers/members.ts'
import { insertProvider } from '../../storage/providers/providers.ts'
import { takeName } from '../../storage/tenancy/taken-names.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { checkedPassword, hashPassword } from '../identity/password.ts'
import { checkedEmail, checkedName } from '../identity/users.ts'
import { newId, type WorldAt } from '../world.ts'
import { checkedCompany } from './sign-up.ts'

export interface NewProvider {
  readonly company: string
  readonly email: string
  readonly name: string
  readonly password: string
}

export const createProvider = async (
  at: WorldAt,
  { company, ...owner }: NewProvider,
  actor: Actor,
): Promise<{ readonly providerId: string; readonly userId: string }> => {
  const name = checkedCompany(company)
  const email = checkedEmail(owner.email)
  const password_hash = await hashPassword(at, checkedPassword(owner.password))
  const [providerId, userId] = [newId(at, 'prv'), newId(at, 'usr')]
  await at.writeWithPlatform(async (tx, platform) => {
    const now = await tx.now()
    await insertProvider(platform, { provider_id: providerId, name, created_at: now })
    await takeName(platform, name, `provider ${providerId}`)
    const user = { user_id: userId, email, name: checkedName('name', owner.name), surname: '', role_list: '' }
    const inserted = await insertUser(tx, { ...user, password_hash })
    if (inserted !== 'inserted') {
      const why = inserted === 'taken' ? 'has an account already' : 'was suspended and removed: "user resume" lifts it'
      throw new Failure('invalid_request', `${email} ${why}`)
    }
    await insertMember(tx, { user_id: userId, provider_id: providerId, is_owner: 1, joined_at: now })
    await recordAudit(at, tx, actor, {
      action: 'provider.created',
      subject: { kind: 'provider', id: providerId },
      detail: { email, name },
    })
  })
  return { providerId, userId }
}
