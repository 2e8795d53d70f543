/**
 * Links of the safety office to files of reports, as those to documents: five minutes, bound to the token or session that
 * asked, and what it may read is read again at the use. Opening what a reporter sent who is not to be known is written to
 * the audit log first (data §11.8, threats row 373).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { DOCUMENT_LINK_SECONDS } from '../../../domain/limits.ts'
import { DOCUMENT_LINK_PATH } from '../../../domain/operations/documents/paths.ts'
import type { SafetyAttachment } from '../../../domain/operations/safety/safety-attachment.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { openLink } from '../../../storage/operations/documents/link-tables.ts'
import { findSafetyLink, insertSafetyLink, type SafetyLink } from '../../../storage/operations/safety/safety-links.ts'
import { originalsOf } from '../../../storage/operations/safety/safety-originals.ts'
import { SAFETY_REPORT } from '../../../storage/operations/safety/safety-reports.ts'
import { recordById } from '../../../storage/records.ts'
import { readingAs } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { authorOf, type Credential } from '../../principal.ts'
import { viewOf } from '../../view.ts'
import type { World, WorldAt } from '../../world.ts'
import type { LinkedContent, MadeLink } from '../documents/links.ts'
import { type Asker, askerOf, LINK_SECRET_LENGTH, type LinkUse, noSuchLink } from '../link-asker.ts'

const READING = scopeSet(['safety:read'])
const READING_ORIGINALS = scopeSet(['safety:read', 'safety:reporter:read'])

export interface AttachmentOf {
  readonly safetyReportId: string
  readonly attachment: SafetyAttachment
}

/** An attachment and all that a link to it needs to know. */
export const linkTarget = ({ safetyReportId, attachment }: AttachmentOf): string =>
  [safetyReportId, attachment.safetyAttachmentId, attachment.sha256].join(' ')

/** One for each target: whoever calls it was shown them. */
export const makeAttachmentLinks = (
  at: WorldAt,
  credential: Credential,
  targets: readonly string[],
): Promise<ReadonlyMap<string, MadeLink>> =>
  at.write(async (tx) => {
    const expiresAt = addSeconds(await tx.now(), DOCUMENT_LINK_SECONDS)
    const made = new Map<string, MadeLink>()
    for (const target of targets) {
      const [safety_report_id = '', safety_attachment_id = '', sha256 = ''] = target.split(' ')
      const secret = randomText(LINK_SECRET_LENGTH, at.randomBytes)
      await insertSafetyLink(tx, {
        hash: secretHash(secret),
        safety_report_id,
        safety_attachment_id,
        credential_kind: credential.kind,
        credential_hash: credential.hash,
        expires_at: expiresAt,
      })
      const path = `${DOCUMENT_LINK_PATH}?attachment=${secret}`
      made.set(target, { path, expiresAt, sha256 })
    }
    return made
  })

const named = (list: readonly SafetyAttachment[] | undefined, { safety_attachment_id }: SafetyLink) =>
  list?.find(({ safetyAttachmentId }) => safetyAttachmentId === safety_attachment_id)

/** The file, with the rights that whoever asked for the link has now. */
const readBy = async (world: World, at: WorldAt<Tenant>, link: SafetyLink, use: LinkUse) => {
  const asker = await askerOf(world, at, link, use)
  if (!asker || !holdsAll(asker.scopes, READING)) throw noSuchLink()
  const report = await recordById(readingAs(at.read, viewOf(asker)), SAFETY_REPORT, link.safety_report_id)
  const open = named(report?.documentList, link)
  if (open) return { asker, file: open, isHidden: false }
  if (!report || !holdsAll(asker.scopes, READING_ORIGINALS)) throw noSuchLink()
  const original = (await originalsOf(at.read, [link.safety_report_id])).get(link.safety_report_id)
  const hidden = named(original?.documentList, link)
  if (!hidden) throw noSuchLink()
  return { asker, file: hidden, isHidden: true }
}

export const useAttachmentLink = async (world: World, tenant: Tenant, use: LinkUse): Promise<LinkedContent> => {
  const at = world.at(tenant)
  const isLink = use.secret.length === LINK_SECRET_LENGTH
  const link = isLink ? await findSafetyLink(at.read, secretHash(use.secret)) : undefined
  if (!link) throw noSuchLink()
  const { asker, file, isHidden } = await readBy(world, at, link, use)
  if (isHidden) await noteOpening(at, asker, { ...use, link })
  const again = async (later: World) => {
    await readBy(later, later.at(tenant), link, use)
  }
  return { asker, title: file.title, file, again }
}

const noteOpening = (
  at: WorldAt,
  asker: Asker,
  { address, requestId, link }: LinkUse & { readonly link: SafetyLink },
): Promise<void> => {
  const actor: Actor = { kind: asker.kind, id: authorOf(asker).id, address, requestId }
  const subject = { kind: 'safety-report', id: link.safety_report_id }
  return at.write(async (tx) => {
    if (!(await openLink(tx, 'safety_link', link.hash, await tx.now()))) return
    await recordAudit(at, tx, actor, { action: 'safety-report.file-opened', subject })
  })
}
