/**
 * For whom a flight support application acts: which of the operator's handlers, suppliers and authorities. An
 * administrator chooses them at consent and changes them later (data §8.5).
 */
import { Failure } from '../../domain/failure.ts'
import { type Contact, PROVIDER_KINDS } from '../../domain/operations/contact.ts'
import { MAX_PROVIDER_CONTACTS } from '../../domain/operations/handling/handling-limits.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { fragment } from '../../storage/engines/fragment.ts'
import type { TenantReader, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { decideGrantAnew, lockOperatorGrant } from '../../storage/oauth/add-ons.ts'
import { type ApplicationRow, holdApplication } from '../../storage/oauth/applications.ts'
import { bindContacts, contactsOf } from '../../storage/oauth/provider-contacts.ts'
import { CONTACT } from '../../storage/operations/contacts.ts'
import { oneOf } from '../../storage/record-kind.ts'
import { recordsById, selectRecords } from '../../storage/records.ts'
import { readingAs } from '../../storage/view.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { changeOnce } from '../change-once.ts'
import type { WorldAt } from '../world.ts'
import { notConnected } from './add-ons.ts'
import { tellProviders } from './told-providers.ts'

export const actsForProviders = ({ kind, personal }: Pick<ApplicationRow, 'kind' | 'personal'>): boolean =>
  kind === 'flight-support' && personal === 0

/** As many as a form of ours can carry; others are chosen in the add-ons panel. */
const MAX_OFFERED = 50

const OFFERED = [oneOf('contact.kind', PROVIDER_KINDS), fragment`contact.erased_at is null`]

export interface ProvidersToChoose {
  readonly offered: readonly Contact[]
  /** Those that the application acts for now. */
  readonly bound: readonly string[]
  readonly isMore: boolean
}

/** Whom an application can act for: those that it acts for now, then others by name. */
export const providersToChoose = async (
  reader: TenantReader,
  clientId: string,
  most = MAX_OFFERED,
): Promise<ProvidersToChoose> => {
  const contacts = readingAs(reader, { of: 'operator' })
  const bound = await contactsOf(reader, clientId)
  const own = await recordsById(contacts, CONTACT, bound.slice(0, MAX_OFFERED))
  const first = [...own.values()].filter(({ kind, erasedAt }) => PROVIDER_KINDS.includes(kind) && erasedAt === null)
  const byName = await selectRecords(contacts, CONTACT, {
    where: OFFERED,
    orderBy: ['contact.name', 'contact.contact_id'],
    most: most + 1,
  })
  const all = [...first, ...byName.filter(({ contactId }) => !own.has(contactId))]
  return { offered: all.slice(0, most), bound, isMore: all.length > most }
}

/** Those of the contacts that can be acted for now. */
export const eligible = async (tx: TenantTx, contactIds: readonly string[]): Promise<string[]> => {
  const asked = [...new Set(contactIds)].slice(0, MAX_PROVIDER_CONTACTS)
  if (asked.length === 0) return []
  const found = await recordsById(readingAs(tx, { of: 'operator' }), CONTACT, asked)
  return asked.filter((id) => {
    const contact = found.get(id)
    return contact !== undefined && PROVIDER_KINDS.includes(contact.kind) && contact.erasedAt === null
  })
}

/**
 * At consent: null where one has to be chosen, and none was. Whoever has no provider yet chooses later; what was chosen
 * before and did not fit on the page stays.
 */
export const chosenAtConsent = async (
  tx: TenantTx,
  clientId: string,
  asked: readonly string[],
): Promise<readonly string[] | null> => {
  const { offered, bound } = await providersToChoose(tx, clientId)
  const unseen = bound.filter((id) => offered.every(({ contactId }) => contactId !== id))
  const contactIds = await eligible(tx, [...asked, ...unseen])
  return contactIds.length === 0 && offered.length > 0 ? null : contactIds
}

/** Takes the place of what was chosen before, and tells the application what it gains and loses. */
export const actFor = async (tx: TenantTx, clientId: string, contactIds: readonly string[]): Promise<string[]> => {
  const before = await contactsOf(tx, clientId)
  await bindContacts(tx, clientId, contactIds, await tx.now())
  await tellProviders(tx, clientId, { before, after: contactIds })
  return before
}

export const setAddOnProviders = async (
  at: WorldAt<Tenant>,
  { clientId, contactIds }: { readonly clientId: string; readonly contactIds: readonly string[] },
  actor: Actor,
  key: IdempotencyKey | null = null,
): Promise<void> => {
  const refuse = (description: string): never => {
    throw new Failure('invalid_request', description, { details: { field: 'contactIdList' } })
  }
  await changeOnce(at, key, async (tx) => {
    const application = await holdApplication(tx, clientId)
    const grant = await lockOperatorGrant(tx, clientId)
    if (!grant || !application) throw notConnected()
    if (!actsForProviders(application)) refuse('Only a flight support application acts for providers')
    if (contactIds.length > MAX_PROVIDER_CONTACTS) {
      refuse(`An application acts for at most ${MAX_PROVIDER_CONTACTS} contacts`)
    }
    const after = await eligible(tx, contactIds)
    const missing = contactIds.find((id) => !after.includes(id))
    if (missing !== undefined) refuse(`${missing} is no contact of kind HANDLER, SUPPLIER or AUTHORITY`)
    await decideGrantAnew(tx, grant.grant_id, await tx.now())
    const before = await actFor(tx, clientId, after)
    await recordAudit(at, tx, actor, {
      action: 'add-on.providers-set',
      subject: { kind: 'application', id: clientId },
      detail: { before, after },
    })
    return clientId
  })
}
