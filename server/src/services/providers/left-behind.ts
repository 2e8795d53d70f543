/**
 * What a member made and knows, and what becomes of it when they leave (ADR 257). The company may rely on webhooks and
 * client secrets: they go on, and every owner is told which, and where each is ended or taken over.
 */
import { MAX_APPLICATIONS_PER_PROVIDER, MAX_WEBHOOKS } from '../../domain/limits.ts'
import { nameInMail } from '../../domain/shown-text.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { PlatformReader, PlatformTx } from '../../storage/handles.ts'
import { nameOf, type UserRow } from '../../storage/identity/users.ts'
import { secretsBehind, webhooksBehind } from '../../storage/providers/left-behind.ts'
import type { Randomness } from '../world.ts'
import { mailOwners } from './staff-mail.ts'

export interface LeftBehind {
  readonly kind: 'WEBHOOK' | 'SECRET'
  readonly clientId: string
  readonly applicationName: string
  readonly webhookId: string | null
  readonly environment: Environment | null
  readonly host: string | null
  readonly lastFour: string | null
}

/** Nothing of another provider's: who asks is a member of this one. */
export const leftBehindBy = async (
  reader: PlatformReader,
  { providerId, userId, now }: { readonly providerId: string; readonly userId: string; readonly now: number },
): Promise<LeftBehind[]> => {
  const span = { providerId, maker: { userId }, most: MAX_APPLICATIONS_PER_PROVIDER * MAX_WEBHOOKS }
  const webhooks = (await webhooksBehind(reader, span)).map(
    ({ clientId, applicationName, webhookId, environment, host }): LeftBehind => ({
      kind: 'WEBHOOK',
      clientId,
      applicationName,
      webhookId,
      environment,
      host,
      lastFour: null,
    }),
  )
  const secrets = (await secretsBehind(reader, { ...span, now })).map(
    ({ clientId, applicationName, lastFour }): LeftBehind => ({
      kind: 'SECRET',
      clientId,
      applicationName,
      webhookId: null,
      environment: null,
      host: null,
      lastFour,
    }),
  )
  return [...webhooks, ...secrets]
}

const linesOf = (origin: string, left: LeftBehind): readonly string[] => {
  const { clientId, webhookId, host, environment, lastFour } = left
  const page = `${origin}/console/applications/${clientId}`
  const name = nameInMail(left.applicationName)
  return webhookId === null
    ? [`The client secret of ${name} that ends in ${lastFour}`, `${page}/credentials`]
    : [`The webhook of ${name} (${environment}) to ${host}`, `${page}/events?open=${webhookId}`]
}

/** What they made in the own sandbox, and what ended with them. */
export interface EndedThere {
  /** Labels of keys. */
  readonly keys: readonly string[]
  /** Where webhooks led that were switched off. */
  readonly hosts: readonly string[]
}

interface Leave {
  readonly providerId: string
  /** Of the portal. */
  readonly origin: string
  readonly user: UserRow
  readonly left: readonly LeftBehind[]
  readonly ended: EndedThere
}

/** Part of the transaction that removes the member. */
export const tellOwnersWhatIsLeft = async (
  world: Randomness,
  platform: PlatformTx,
  { providerId, origin, user, left, ended }: Leave,
): Promise<void> => {
  if (left.length === 0 && ended.keys.length === 0 && ended.hosts.length === 0) return
  const name = nameInMail(nameOf(user))
  await mailOwners(
    world,
    platform,
    { provider_id: providerId },
    {
      subject: `${name} left: what they made`,
      lines: [
        `${name} left, and cannot sign in any more.`,
        ...(left.length === 0
          ? []
          : [
              '',
              'What they made or know goes on, because your application may rely on it. Look at each: take the webhook over, replace its secret or switch it off; make another client secret and end this one.',
              ...left.flatMap((each) => ['', ...linesOf(origin, each)]),
            ]),
        ...(ended.keys.length === 0
          ? []
          : ['', 'API keys of your sandbox that they made or rotated ended:', ...ended.keys.map(nameInMail)]),
        ...(ended.hosts.length === 0
          ? []
          : ['', 'Webhooks of your sandbox that they made were switched off. They led to:', ...ended.hosts]),
      ],
    },
  )
}
