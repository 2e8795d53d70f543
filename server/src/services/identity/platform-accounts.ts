/** Accounts of members of application providers and of the service provider's staff. */
import { Failure } from '../../domain/failure.ts'
import { insertPlatformAccount, type PlatformRealm } from '../../storage/identity/platform-accounts.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { newId, type World } from '../world.ts'
import { checkedPassword, hashPassword } from './password.ts'
import { checkedEmail, checkedName } from './users.ts'

export const createPlatformAccount = async (
  world: World,
  realm: PlatformRealm,
  person: { readonly email: string; readonly name: string; readonly password: string },
  actor: Actor,
): Promise<string> => {
  const email = checkedEmail(person.email)
  const password_hash = await hashPassword(world, checkedPassword(person.password))
  const account_id = newId(world, realm === 'staff' ? 'stf' : 'prv')
  await world.storage.writePlatform(async (tx) => {
    if (
      !(await insertPlatformAccount(tx, {
        account_id,
        realm,
        email,
        name: checkedName('name', person.name),
        password_hash,
      }))
    ) {
      throw new Failure('invalid_request', `${email} has an account already`)
    }
    await recordAudit(world, tx, actor, `${realm}.created`, { kind: realm, id: account_id }, { email })
  })
  return account_id
}
