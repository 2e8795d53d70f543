/**
 * Links to the bytes of a document: five minutes, one revision, bound to the token or session that asked. What it may
 * read is read again when the link is used, so that a link ends with the right to it (threats row 251).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { Failure } from '../../../domain/failure.ts'
import { userScopes } from '../../../domain/identity/user-scopes.ts'
import { DOCUMENT_LINK_SECONDS } from '../../../domain/limits.ts'
import type { Document } from '../../../domain/operations/documents/document.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import {
  type DocumentLink,
  findLink,
  insertLink,
  openLink,
} from '../../../storage/operations/documents/document-links.ts'
import { DOCUMENT, findRevision, type Revision } from '../../../storage/operations/documents/documents.ts'
import { recordById } from '../../../storage/records.ts'
import { readingAs, type ViewReader } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import { signedIn } from '../../identity/sessions.ts'
import { requireNetwork } from '../../oauth/key-networks.ts'
import { readPrincipal } from '../../oauth/verify.ts'
import { authorOf, type Credential, type Principal } from '../../principal.ts'
import { type Viewing, viewOf } from '../../view.ts'
import type { World, WorldAt } from '../../world.ts'

const SECRET_LENGTH = 43
const READING = scopeSet(['document:read'])

export interface MadeLink {
  readonly secret: string
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
  const secret = randomText(SECRET_LENGTH, at.randomBytes)
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
  return { secret, expiresAt, sha256: found.sha256 }
}

/** One answer for all: whoever holds a link that does not work learns nothing of why. */
const noSuchLink = (): Failure =>
  new Failure('not_found', 'There is no such link, or it is over: ask for a new one where you got it')

export interface LinkUse {
  readonly secret: string
  readonly sessionSecret: string | null
  readonly address: string
  readonly requestId: string
}

/** Who asked for a link, as far as it decides what they see. */
type Asker = Viewing & Pick<Principal, 'clientId'>

const personOf = async (at: WorldAt<Tenant>, hash: string, secret: string | null): Promise<Asker | null> => {
  const person = await signedIn(at, secret)
  if (!person || person.session.hash !== hash) return null
  const { user_id: actorKey, role_list } = person.user
  return {
    kind: 'user',
    actorKey,
    userId: actorKey,
    scopes: userScopes(role_list.split(' ')),
    clientId: null,
    applicationKind: null,
    isPersonal: false,
    aircraftIds: null,
  }
}

/** Who asked for the link, with the rights of now: a person only in the browser that they are signed in with. */
const askerOf = async (
  world: World,
  at: WorldAt<Tenant>,
  { credential_kind, credential_hash }: { readonly credential_kind: string; readonly credential_hash: string },
  { sessionSecret, address }: LinkUse,
): Promise<Asker | null> => {
  if (credential_kind === 'session') return personOf(at, credential_hash, sessionSecret)
  const principal = await readPrincipal(world, at.read, credential_hash)
  if (principal) requireNetwork(principal.networks, address)
  return principal ?? null
}

export interface LinkedContent {
  readonly askedBy: string
  readonly document: Document
  readonly revision: Revision
}

/** What a link leads to. Opening what names passengers is written to the audit log first, once a link. */
export const useLink = async (world: World, tenant: Tenant, use: LinkUse): Promise<LinkedContent> => {
  const at = world.at(tenant)
  const link = use.secret.length === SECRET_LENGTH ? await findLink(at.read, secretHash(use.secret)) : undefined
  if (!link) throw noSuchLink()
  const principal = await askerOf(world, at, link, use)
  if (!principal || !holdsAll(principal.scopes, READING)) throw noSuchLink()
  const document = await recordById(readingAs(at.read, viewOf(principal)), DOCUMENT, link.document_id)
  const revision = document && (await findRevision(at.read, link.document_id, link.revision))
  if (!document || !revision) throw noSuchLink()
  if (document.isPassengerData && link.opened_at === null) await noteOpening(at, principal, revision, { ...use, link })
  return { askedBy: principal.actorKey, document, revision }
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
    if (!(await openLink(tx, link.hash, await tx.now()))) return
    await recordAudit(at, tx, actor, { action: 'document.opened', subject, detail: { revision } })
  })
}
