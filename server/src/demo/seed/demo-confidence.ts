/**
 * A report in confidence of some days ago, which its full hour has made since (ADR 205). Sent and made by the use cases
 * in the demo's past, so that nothing stands there that they would not leave.
 */
import { userScopes } from '../../domain/identity/user-scopes.ts'
import { HOUR_MS } from '../../domain/interval.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { doHeldActs } from '../../services/operations/safety/held-acts.ts'
import { sendReport } from '../../services/operations/safety/own-reports.ts'
import { readReference } from '../../services/reference/reference-data.ts'
import type { World } from '../../services/world.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { writingAs } from '../../storage/view.ts'
import { daysAgo } from './demo-past.ts'

const SENT_DAYS_AGO = 3.3
const AN_HOUR_LATER = SENT_DAYS_AGO - 1 / 24
/** Between the flight and the report. */
const HOURS_BEFORE = 6

const WRITTEN = {
  subject: 'FATIGUE',
  confidentiality: 'CONFIDENTIAL',
  title: 'Third early start in a row',
  narrative:
    'I had slept four hours and missed a level-off by 200 ft, which my colleague saw. I did not want to be the one who calls in tired.',
} as const

interface Reporting {
  /** The address of who reports. */
  readonly email: string
  readonly publicUrl: URL
}

export const reportInConfidence = async (
  world: World,
  tenant: Tenant,
  { email, publicUrl }: Reporting,
): Promise<void> => {
  const then = daysAgo(world, SENT_DAYS_AGO)
  const reference = await readReference(world.storage.platform)
  const origin = originOf(publicUrl, tenant.operatorId, tenant.environment)
  await then.at(tenant).write(async (tx) => {
    const user = await userByEmail(tx, email)
    if (!user) return
    const { user_id: userId } = user
    const principal = {
      ...({ kind: 'user', applicationKind: null, isPersonal: false } as const),
      ...{ actorKey: userId, applicationName: null, clientId: null, scopes: userScopes(user.role_list.split(' ')) },
    }
    const input = { ...WRITTEN, occurredAt: (await tx.now()) - HOURS_BEFORE * HOUR_MS }
    const place = { randomBytes: world.randomBytes, realm: tenant, origin }
    const own = { userId, leavesNoTrace: true, input }
    await sendReport(writingAs(tx, { of: 'person', userId }), { world: then, reference, principal }, place, own)
  })
  const later = daysAgo(world, AN_HOUR_LATER)
  while (await later.storage.writePlatform((tx) => doHeldActs(tx, { world: later, publicUrl })));
}
