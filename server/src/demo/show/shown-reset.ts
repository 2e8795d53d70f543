/**
 * In a demo, the link of a forgotten password stands on the page that says it was sent: no mail arrives anywhere. It is
 * shown for people whose password the demo shows to everybody, and in a browser where the person signed in before: who
 * types the address of somebody else reads nothing of theirs (threats row 242).
 */
import { normalEmail } from '../../domain/identity/email-address.ts'
import { DEVELOPERS, SUPPORT } from '../../domain/identity/realm.ts'
import { secretHash } from '../../domain/secret.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { ShownReset } from '../../http/guards/realm-face.ts'
import { deviceSecret } from '../../http/request/cookies.ts'
import { isKnownDevice } from '../../storage/identity/sessions.ts'
import { waitingMessages } from '../../storage/outbox.ts'
import type { DemoShow } from './demo-show.ts'

const MESSAGES_READ = 20

/** Whose passwords the first page shows, by the address where they sign in. */
const publishedPeople = ({ tenants, platform }: DemoShow, publicUrl: URL): ReadonlyMap<string, readonly string[]> => {
  const people = new Map<string, readonly string[]>()
  for (const { operatorId, environment, admin, pilot } of tenants) {
    people.set(originOf(publicUrl, operatorId, environment), [admin, pilot])
  }
  if (platform) {
    people.set(originOf(publicUrl, DEVELOPERS, 'production'), [platform.developer.email])
    people.set(originOf(publicUrl, SUPPORT, 'production'), [platform.staff.email])
  }
  return people
}

export const shownReset = (demo: DemoShow, publicUrl: URL): ShownReset => {
  const published = publishedPeople(demo, publicUrl)
  return async ({ exchange, site, at }, typed) => {
    const email = normalEmail(typed)
    const device = deviceSecret(exchange.req)
    const isTheirs =
      published.get(site.origin)?.includes(email) ||
      (device !== null && (await isKnownDevice(at.read, email, secretHash(device))))
    if (!isTheirs) return null
    const messages = await waitingMessages(at.read, at.now(), MESSAGES_READ, [email])
    const lines = messages.flatMap(({ body }) => body.split('\n'))
    return lines.find((line) => line.startsWith(`${site.origin}/reset/?`)) ?? null
  }
}
