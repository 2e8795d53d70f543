/** Adds, changes and removes travel documents of people. */
import type { Contact } from '../../../domain/operations/contact.ts'
import { TRAVEL_DOCUMENT_RECORD, type TravelDocument } from '../../../domain/operations/passengers/travel-document.ts'
import type { Given, InputOf } from '../../../domain/records/description.ts'
import { problemsOf } from '../../../domain/records/details.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { forgetDocument } from '../../../storage/operations/passengers/flight-passengers.ts'
import { TRAVEL_DOCUMENT } from '../../../storage/operations/passengers/travel-documents.ts'
import { createRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { detailsAfter } from '../../records/details.ts'
import { newDetails, useCases } from '../../records/use-cases.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { papersOfPerson } from './passenger-papers.ts'
import { laterLegs } from './renewed-documents.ts'

export type TravelDocumentInput = InputOf<typeof TRAVEL_DOCUMENT_RECORD>

export const refuseErased = ({ erasedAt }: Contact, path: readonly string[]): void => {
  if (erasedAt !== null) throw userError('LOCKED', 'This person was erased: create a new contact', path)
}

export const travelDocuments = useCases(TRAVEL_DOCUMENT, CONTACT, {
  guard: ({ before, parent, path }) => {
    if (before === null) refuseErased(parent, path)
  },
  beforeDelete: (tx, { travelDocumentId }) => forgetDocument(tx, travelDocumentId),
  afterWrite: async ({ tx, parent, path, after }) => ({
    warningList: await papersOfPerson(tx, parent, path),
    laterFlightIdList: after === null ? [] : await laterLegs(tx, after),
  }),
})

/** A new document of a person whose row is locked or new. */
export const addDocument = async (
  tx: ViewTx,
  desk: Desk,
  contactId: string,
  { input, under }: { readonly input: TravelDocumentInput; readonly under: readonly string[] },
): Promise<TravelDocument> =>
  createRecord(tx, TRAVEL_DOCUMENT, await newDetails(tx, desk, TRAVEL_DOCUMENT, { input, under, given: { contactId } }))

/** What an input for a contact said of a document before documents were records. */
export interface ToldDocument {
  readonly dateOfBirth?: Given<string>
  readonly nationality?: Given<string>
  readonly documentNumber?: Given<string>
  readonly documentExpiry?: Given<string>
}

/** What the inputs of a contact call the fields of the document. */
const TOLD_AS: Readonly<Record<string, string>> = { number: 'documentNumber', expiry: 'documentExpiry' }

/** Makes a passport of the deprecated fields of a new contact's input, where one of them is given. */
export const addToldDocument = async (
  tx: ViewTx,
  desk: Desk,
  { contactId, name, surname }: Pick<Contact, 'contactId' | 'name' | 'surname'>,
  { input, under }: { readonly input: ToldDocument; readonly under: readonly string[] },
): Promise<void> => {
  const told = {
    nationality: input.nationality ?? null,
    number: input.documentNumber ?? null,
    expiry: input.documentExpiry ?? null,
    dateOfBirth: input.dateOfBirth ?? null,
  }
  if (Object.values(told).every((value) => value === null)) return
  const named = { type: 'PASSPORT', givenNames: name, surname: surname ?? '' } as const
  const { details } = detailsAfter(TRAVEL_DOCUMENT_RECORD, desk, { before: null, input: named, under })
  const passport = { ...details, ...told, contactId }
  const today = new Date(await tx.now()).toISOString().slice(0, 10)
  const problems = problemsOf(TRAVEL_DOCUMENT_RECORD, passport, (key) => key in told, today)
  const asTold = problems.map(({ path, ...rest }) => ({ ...rest, path: path.map((key) => TOLD_AS[key] ?? key) }))
  refuseProblems(asTold, under)
  await createRecord(tx, TRAVEL_DOCUMENT, { ...passport, travelDocumentId: newId(desk.world, 'tdo') })
}
