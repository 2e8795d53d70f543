/**
 * Links to the bytes of a document: five minutes, one revision, bound to the token or session that asked. What it may
 * read is read again when the link is used, so that a link ends with the right to it (threats row 251).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { DOCUMENT_LINK_SECONDS } from '../../../domain/limits.ts'
import { DOCUMENT_LINK_PATH } from '../../../domain/operations/documents/paths.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { type DocumentLink, findLink, insertLink } from '../../../storage/operations/documents/document-links.ts'
import { DOCUMENT, findRevision, type Revision } from '../../../storage/operations/documents/documents.ts'
import { openLink } from '../../../storage/operations/documents/link-tables.ts'
import { recordById } from '../../../storage/records.ts'
import { readingAs, type ViewReader } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { authorOf, type Credential } from '../../principal.ts'
import { viewOf } from '../../view.ts'
import type { World, WorldAt } from '../../world.ts'
import { type Asker, askerOf, LINK_SECRET_LENGTH, type LinkUse, noSuchLink } from '../link-asker.ts'

const READING = scopeSet(['document:read'])

export interface MadeLink {
  readonly path: string
  readonly expiresAt: number
  readonly sha256: string
}

/** Null where the reader sees no such document or revision. */
export const makeLink = async (
  at: WorldAt,
  reader: ViewReader,
  {
    credential,
    documentId,
    revision,
  }: {
    readonly credential: Credential
    readonly documentId: string
    readonly revision: number | null
  },
): Promise<MadeLink | null> => {
  const document = await recordById(reader, DOCUMENT, documentId)
  const found = document && (await findRevision(reader, documentId, revision ?? document.revision))
  if (!found) return null
  const secret = randomText(LINK_SECRET_LENGTH, at.randomBytes)
  const expiresAt = await at.write(async (tx) => {
    const until = addSeconds(await tx.now(), DOCUMENT_LINK_SECONDS)
    await insertLink(tx, {
      hash: secretHash(secret),
      document_id: documentId,
      revision: found.revision,
      credential_kind: credential.kind,
      credential_hash: credential.hash,
      expires_at: until,
    })
    return until
  })
  return { path: `${DOCUMENT_LINK_PATH}?link=${secret}`, expiresAt, sha256: found.sha256 }
}

export interface LinkedContent {
  readonly asker: Asker
  readonly title: string
  readonly file: Pick<Revision, 'fileId' | 'mediaType' | 'byteSize' | 'sha256'>
  /** Refuses once the right to it has ended; asked again and again while it is sent (threats row 403). */
  readonly again: (world: World) => Promise<void>
}

/** The document, with the rights that whoever asked for the link has now. */
const readBy = async (world: World, at: WorldAt<Tenant>, link: DocumentLink, use: LinkUse) => {
  const principal = await askerOf(world, at, link, use)
  if (!principal || !holdsAll(principal.scopes, READING)) throw noSuchLink()
  const document = await recordById(readingAs(at.read, viewOf(principal)), DOCUMENT, link.document_id)
  if (!document) throw noSuchLink()
  return { principal, document }
}

/** What a link leads to. Opening what names passengers is written to the audit log first, once a link. */
export const useLink = async (world: World, tenant: Tenant, use: LinkUse): Promise<LinkedContent> => {
  const at = world.at(tenant)
  const link = use.secret.length === LINK_SECRET_LENGTH ? await findLink(at.read, secretHash(use.secret)) : undefined
  if (!link) throw noSuchLink()
  const { principal, document } = await readBy(world, at, link, use)
  const revision = await findRevision(at.read, link.document_id, link.revision)
  if (!revision) throw noSuchLink()
  if (document.isPassengerData && link.opened_at === null) await noteOpening(at, principal, revision, { ...use, link })
  const again = async (later: World) => {
    await readBy(later, later.at(tenant), link, use)
  }
  return { asker: principal, title: document.title, file: revision, again }
}

const noteOpening = (
  at: WorldAt,
  principal: Asker,
  { documentId, revision }: Revision,
  { address, requestId, link }: LinkUse & { readonly link: DocumentLink },
): Promise<void> => {
  const actor: Actor = { kind: principal.kind, id: authorOf(principal).id, address, requestId }
  const subject = { kind: 'document', id: documentId }
  return at.write(async (tx) => {
    if (!(await openLink(tx, 'document_link', link.hash, await tx.now()))) return
    await recordAudit(at, tx, actor, { action: 'document.opened', subject, detail: { revision } })
  })
}
