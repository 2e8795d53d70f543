/**
 * What the pilot reports: in confidence some days ago, with a file, which its full hour has made since (ADR 205); and a
 * draft that is not sent yet. Written by the use cases in the demo's past, so that nothing stands there that they would
 * not leave.
 */
import { hash } from 'node:crypto'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import { HOUR_MS } from '../../domain/interval.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { receiveUpload } from '../../services/operations/documents/uploads.ts'
import { doHeldActs } from '../../services/operations/safety/held-acts.ts'
import { sendOrKeep } from '../../services/operations/safety/own-drafts.ts'
import { byReporter, ownUploadId, startOwnUpload } from '../../services/operations/safety/own-uploads.ts'
import { readReference } from '../../services/reference/reference-data.ts'
import type { World } from '../../services/world.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { writingAs } from '../../storage/view.ts'
import { plainPdf } from '../data/plain-pdf.ts'
import { daysAgo } from './demo-past.ts'

const SENT_DAYS_AGO = 3.3
const AN_HOUR_LATER = SENT_DAYS_AGO - 1 / 24
const DRAFTED_DAYS_AGO = 0.7
/** Between the flight and what is written of it. */
const HOURS_BEFORE = 6

const IN_CONFIDENCE = {
  subject: 'FATIGUE',
  confidentiality: 'CONFIDENTIAL',
  title: 'Third early start in a row',
  narrative:
    'I had slept four hours and missed a level-off by 200 ft, which my colleague saw. I did not want to be the one who calls in tired.',
} as const

const SLEEP = plainPdf('Sleep before the flight', ['Monday 5:10', 'Tuesday 4:40', 'Wednesday 4:00'])

const NOT_SENT = {
  subject: 'HAZARD',
  confidentiality: 'OPEN',
  title: 'Wet stairs at the hangar',
  narrative: 'Both times this week after rain. To add: which door, and who else slipped.',
  submit: false,
} as const

interface Reporting {
  /** The address of who reports. */
  readonly email: string
  readonly publicUrl: URL
}

/** The id of the upload, whose bytes have come. */
const sendFile = async (world: World, tenant: Tenant, userId: string, content: Buffer): Promise<string> => {
  const input = {
    mediaType: 'application/pdf',
    byteSize: content.length,
    sha256: hash('sha256', content, 'hex'),
  }
  const at = world.at(tenant)
  const upload = await at.write((tx) => startOwnUpload(tx, { world }, { userId, input }))
  const uploadId = ownUploadId(upload)
  const blocks = async function* () {
    yield content
  }
  await receiveUpload(
    { guarded: at, pieces: at, unbound: at },
    { ...byReporter(userId)(uploadId), length: content.length, content: blocks() },
  )
  return uploadId
}

export const writeOwnReports = async (world: World, tenant: Tenant, { email, publicUrl }: Reporting): Promise<void> => {
  const reference = await readReference(world.storage.platform)
  const origin = originOf(publicUrl, tenant.operatorId, tenant.environment)
  const place = { randomBytes: world.randomBytes, realm: tenant, origin }
  const user = await userByEmail(world.at(tenant).read, email)
  if (!user) return
  const { user_id: userId } = user
  const principal = {
    ...({ kind: 'user', applicationKind: null, isPersonal: false } as const),
    ...{
      actorKey: userId,
      applicationName: null,
      clientId: null,
      userId: null,
      scopes: userScopes(user.role_list.split(' ')),
    },
  }
  const written = async (days: number, text: typeof IN_CONFIDENCE | typeof NOT_SENT, files: readonly Buffer[]) => {
    const then = daysAgo(world, days)
    const uploadIdList: string[] = []
    for (const content of files) uploadIdList.push(await sendFile(then, tenant, userId, content))
    await then.at(tenant).write(async (tx) => {
      const input = { ...text, occurredAt: (await tx.now()) - HOURS_BEFORE * HOUR_MS, uploadIdList }
      const desk = { world: then, reference, principal }
      await sendOrKeep(writingAs(tx, { of: 'person', userId }), desk, place, { userId, leavesNoTrace: true, input })
    })
  }
  await written(SENT_DAYS_AGO, IN_CONFIDENCE, [SLEEP])
  await written(DRAFTED_DAYS_AGO, NOT_SENT, [])
  const later = daysAgo(world, AN_HOUR_LATER)
  while (await later.storage.writePlatform((tx) => doHeldActs(tx, { world: later, publicUrl })));
}
