/** Adds, changes and removes travel documents of people. */
import type { Contact } from '../../../domain/operations/contact.ts'
import { TRAVEL_DOCUMENT_RECORD, type TravelDocument } from '../../../domain/operations/passengers/travel-document.ts'
import type { Given, InputOf, PatchOf } from '../../../domain/records/description.ts'
import { problemsOf } from '../../../domain/records/details.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { forgetDocument } from '../../../storage/operations/passengers/flight-passengers.ts'
import { TRAVEL_DOCUMENT } from '../../../storage/operations/passengers/travel-documents.ts'
import { createRecord, recordById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { detailsAfter } from '../../records/details.ts'
import { newDetails, useCases } from '../../records/use-cases.ts'
import { newId } from '../../world.ts'
import type { Desk } from '../desk.ts'
import { keepElsewhere, lockOwnLeg, refuseOthersPapers } from './own-passengers.ts'
import { papersOfPerson } from './passenger-papers.ts'
import { laterLegs } from './renewed-documents.ts'

export type TravelDocumentInput = InputOf<typeof TRAVEL_DOCUMENT_RECORD>

export const refuseErased = ({ erasedAt }: Contact, path: readonly string[]): void => {
  if (erasedAt !== null) throw userError('LOCKED', 'This person was erased: create a new contact', path)
}

const described = useCases(TRAVEL_DOCUMENT, CONTACT, {
  guard: async ({ tx, before, parent, path }) => {
    if (before === null) refuseErased(parent, path)
    await refuseOthersPapers(tx, { person: parent, document: before, path })
  },
  beforeWrite: async ({ tx, next }) => {
    await keepElsewhere(tx, next)
    return undefined
  },
  beforeDelete: (tx, { travelDocumentId }) => forgetDocument(tx, travelDocumentId),
  afterWrite: async ({ tx, parent, path, after }) => ({
    warningList: await papersOfPerson(tx, parent, path),
    laterFlightIdList: after === null ? [] : await laterLegs(tx, after),
  }),
})

const personOf = async (tx: ViewTx, travelDocumentId: string): Promise<string | undefined> =>
  (await recordById(tx, TRAVEL_DOCUMENT, travelDocumentId))?.contactId

const READING = scopeSet(['passenger:read'])

/** Whoever cannot read the other date would find it by trying: both come together (threats row 457). */
const refuseOneDate = ({ principal }: Desk, { validFrom, expiry }: PatchOf<typeof TRAVEL_DOCUMENT_RECORD>): void => {
  if (holdsAll(principal.scopes, READING)) return
  const isAlone = (given: unknown, other: unknown) => typeof given === 'string' && other === undefined
  if (!isAlone(validFrom, expiry) && !isAlone(expiry, validFrom)) return
  const message = 'Give validFrom and expiry together, null where there is none: passenger:read is needed for one alone'
  throw userError('VALIDATION', message, ['input', typeof expiry === 'string' ? 'expiry' : 'validFrom'])
}

/** A flight is locked before the person, as everywhere. */
export const travelDocuments: typeof described = {
  create: async (tx, desk, asked) => {
    await lockOwnLeg(tx, asked.parentId)
    return described.create(tx, desk, asked)
  },
  update: async (tx, desk, asked) => {
    refuseOneDate(desk, asked.input)
    await lockOwnLeg(tx, await personOf(tx, asked.id))
    return described.update(tx, desk, asked)
  },
  delete: async (tx, desk, asked) => {
    await lockOwnLeg(tx, await personOf(tx, asked.id))
    return described.delete(tx, desk, asked)
  },
}

/** A new document of a person whose row is locked or new. */
export const addDocument = async (
  tx: ViewTx,
  desk: Desk,
  contactId: string,
  { input, under }: { readonly input: TravelDocumentInput; readonly under: readonly string[] },
): Promise<TravelDocument> => {
  const next = await newDetails(tx, desk, TRAVEL_DOCUMENT, { input, under, given: { contactId } })
  await keepElsewhere(tx, next)
  return createRecord(tx, TRAVEL_DOCUMENT, next)
}

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
