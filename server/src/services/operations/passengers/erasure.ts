/** Erases a person: names, addresses, travel documents and external ids go, past flights keep a stub (data §3.5). */
import { type Contact, ERASED_NAME } from '../../../domain/operations/contact.ts'
import { textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import {
  flightsOfPassenger,
  forgetDocument,
  forgetWeights,
} from '../../../storage/operations/passengers/flight-passengers.ts'
import { documentsOf, TRAVEL_DOCUMENT } from '../../../storage/operations/passengers/travel-documents.ts'
import { changeRecord, expectVersion, lockRecord, removeRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { type Actor, recordAudit } from '../../audit-trail.ts'
import type { Randomness } from '../../world.ts'
import type { Desk } from '../desk.ts'

const MAX_REASON_LENGTH = 1000

interface Erasing {
  readonly actor: Actor
  readonly reason: string
}

/** The contact's row is locked, and the person is on no flight that is still open. */
export const erase = async (tx: ViewTx, world: Randomness, contact: Contact, { actor, reason }: Erasing) => {
  const documents = (await documentsOf(unrestricted(tx), [contact.contactId])).get(contact.contactId) ?? []
  for (const document of documents) {
    await forgetDocument(tx, document.travelDocumentId)
    await removeRecord(tx, TRAVEL_DOCUMENT, document)
  }
  await forgetWeights(tx, contact.contactId)
  await changeRecord(tx, CONTACT, contact, {
    name: ERASED_NAME,
    surname: null,
    company: null,
    email: null,
    phone: null,
    airportId: null,
    externalIdList: [],
    erasedAt: await tx.now(),
  })
  const subject = { kind: 'contact', id: contact.contactId }
  await recordAudit(world, tx, actor, { action: 'contact.erased', subject, detail: { reason } })
}

export const isOnOpenFlight = async (tx: ViewTx, { contactId }: Contact): Promise<boolean> => {
  const legs = await flightsOfPassenger(unrestricted(tx), contactId)
  return legs.some(({ status }) => status !== 'CLOSED' && status !== 'CANCELLED')
}

const refuseOpenFlights = async (tx: ViewTx, contact: Contact): Promise<void> => {
  if (!(await isOnOpenFlight(tx, contact))) return
  const message = 'The person is on a flight that is neither closed nor cancelled: take them off it first'
  throw userError('LOCKED', message, ['contactId'])
}

export interface ContactErasure {
  readonly contactId: string
  readonly reason: string
  readonly expectedVersion: number
}

export const eraseContact = async (
  tx: ViewTx,
  desk: Desk,
  { actor, contactId, reason, expectedVersion }: ContactErasure & { readonly actor: Actor },
) => {
  refuseProblems(textProblems(['reason'], reason, { most: MAX_REASON_LENGTH, severalLines: true }), [])
  const contact = await lockRecord(tx, CONTACT, contactId, ['contactId'])
  expectVersion(contact, expectedVersion)
  if (contact.erasedAt !== null) return { contactId }
  await refuseOpenFlights(tx, contact)
  await erase(tx, desk.world, contact, { actor, reason })
  return { contactId }
}
