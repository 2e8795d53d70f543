/**
 * In a demo, the link of a forgotten password stands on the page that says it was sent: no mail arrives anywhere. It is
 * shown for people whose password the demo shows to everybody, as long as they have it, and in a browser where the person signed in before: who
 * types the address of somebody else reads nothing of theirs (threats row 242).
 */
import { normalEmail } from '../../domain/identity/email-address.ts'
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { secretHash } from '../../domain/secret.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { ShownReset } from '../../http/guards/realm-face.ts'
import { deviceSecret } from '../../http/request/cookies.ts'
import { checkInTurn } from '../../services/identity/password.ts'
import { sendAskedResets } from '../../services/identity/recovery/asked-resets.ts'
import type { World, WorldAt } from '../../services/world.ts'
import { isKnownDevice } from '../../storage/identity/sessions.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import type { DemoShow } from './demo-show.ts'

const MESSAGES_READ = 20

interface Published {
  readonly emails: readonly string[]
  readonly password: string
}

/** Whose passwords the first page shows, by the address where they sign in. */
const publishedPeople = ({ tenants, platform }: DemoShow, publicUrl: URL): ReadonlyMap<string, Published> => {
  const people = new Map<string, Published>()
  for (const { operatorId, environment, admin, pilot, password } of tenants) {
    people.set(originOf(publicUrl, operatorId, environment), { emails: [admin, pilot], password })
  }
  if (platform) {
    const { developer, staff } = platform
    people.set(originOf(publicUrl, DEVELOPERS, 'production'), {
      emails: [developer.email],
      password: developer.password,
    })
    people.set(originOf(publicUrl, SUPPORT, 'production'), { emails: [staff.email], password: staff.password })
  }
  return people
}

/** Whoever chose another password has a door of their own. */
const isPublished = async (at: WorldAt, published: Published | undefined, email: string, source: string) => {
  if (!published?.emails.includes(email)) return false
  const hash = (await userByEmail(at.read, email))?.password_hash
  if (!hash) return false
  const comer = { door: 'sign-in from another browser', realmId: at.tenantId, source, lifetime: at.lifetime } as const
  return (await checkInTurn(at, comer, published.password, hash)).isRight
}

export const shownReset = (demo: DemoShow, publicUrl: URL, world: World): ShownReset => {
  const published = publishedPeople(demo, publicUrl)
  return async ({ exchange, site, at }, typed) => {
    // Nothing is a secret in a demo, and its mails are read at once.
    await sendAskedResets({ world, publicUrl })
    const email = normalEmail(typed)
    const device = deviceSecret(exchange.req)
    const isTheirs =
      (device !== null && (await isKnownDevice(at.read, email, secretHash(device)))) ||
      (await isPublished(at, published.get(site.origin), email, exchange.clientAddress))
    if (!isTheirs) return null
    const messages = await waitingMessages(at.read, at.now(), MESSAGES_READ, [email])
    const lines = messages.flatMap(({ body }) => body.split('\n'))
    return lines.find((line) => line.startsWith(`${site.origin}/reset/?`)) ?? null
  }
}
