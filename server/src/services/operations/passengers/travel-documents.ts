/** Adds, changes and removes travel documents of people. */
import type { Contact } from '../../../domain/operations/contact.ts'
import type { Sex } from '../../../domain/operations/crew.ts'
import type { ExternalIdChange } from '../../../domain/operations/external-id.ts'
import {
  type TravelDocument,
  type TravelDocumentDetails,
  type TravelDocumentType,
  travelDocumentProblems,
} from '../../../domain/operations/travel-document.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { forgetDocument } from '../../../storage/operations/flight-passengers.ts'
import { TRAVEL_DOCUMENT } from '../../../storage/operations/travel-documents.ts'
import { changeRecord, createRecord, expectVersion, lockRecord, removeRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { newId } from '../../world.ts'
import type { Desk, Given } from '../desk.ts'
import { externalIdsAfter } from '../external-ids.ts'
import { kept, refuseNulls } from '../patch.ts'
import { papersOfPerson } from './passenger-papers.ts'

interface DocumentFields {
  readonly validFrom?: Given<string>
  readonly expiry?: Given<string>
  readonly sex?: Given<Sex>
  readonly dateOfBirth?: Given<string>
  readonly placeOfBirth?: Given<string>
  readonly externalIdList?: Given<readonly ExternalIdChange[]>
}

export interface TravelDocumentInput extends DocumentFields {
  readonly type: TravelDocumentType
  readonly issuingCountry: string
  readonly number: string
  readonly givenNames: string
  readonly surname: string
  readonly nationality: string
}

export interface TravelDocumentPatch extends DocumentFields {
  readonly type?: Given<TravelDocumentType>
  readonly issuingCountry?: Given<string>
  readonly number?: Given<string>
  readonly givenNames?: Given<string>
  readonly surname?: Given<string>
  readonly nationality?: Given<string>
}

const NOTHING_SAID: TravelDocumentDetails = {
  type: 'PASSPORT',
  issuingCountry: null,
  number: null,
  validFrom: null,
  expiry: null,
  givenNames: '',
  surname: '',
  sex: null,
  dateOfBirth: null,
  placeOfBirth: null,
  nationality: null,
}

const NEEDED = ['type', 'issuingCountry', 'number', 'givenNames', 'surname', 'nationality', 'externalIdList'] as const

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

interface Checked {
  readonly under: readonly string[]
  readonly now: number
}

/** The details after an input, checked as far as the input names them: what was stored before may lack something. */
const detailsOf = (
  before: TravelDocumentDetails,
  input: TravelDocumentPatch,
  { under, now }: Checked,
): TravelDocumentDetails => {
  const details: TravelDocumentDetails = {
    type: input.type ?? before.type,
    issuingCountry: input.issuingCountry ?? before.issuingCountry,
    number: input.number ?? before.number,
    validFrom: kept(input.validFrom, before.validFrom),
    expiry: kept(input.expiry, before.expiry),
    givenNames: input.givenNames ?? before.givenNames,
    surname: input.surname ?? before.surname,
    sex: kept(input.sex, before.sex),
    dateOfBirth: kept(input.dateOfBirth, before.dateOfBirth),
    placeOfBirth: kept(input.placeOfBirth, before.placeOfBirth),
    nationality: input.nationality ?? before.nationality,
  }
  const problems = travelDocumentProblems(details, dayOf(now)).filter(({ path }) => Object.hasOwn(input, path[0] ?? ''))
  refuseProblems(problems, under)
  return details
}

export const refuseErased = ({ erasedAt }: Contact, path: readonly string[]): void => {
  if (erasedAt !== null) throw userError('LOCKED', 'This person was erased: create a new contact', path)
}

/** A new document of a person whose row is locked or new. */
export const addDocument = async (
  tx: ViewTx,
  desk: Desk,
  contactId: string,
  { input, under }: { readonly input: TravelDocumentInput; readonly under: readonly string[] },
): Promise<TravelDocument> =>
  createRecord(tx, TRAVEL_DOCUMENT, {
    ...detailsOf(NOTHING_SAID, input, { under, now: await tx.now() }),
    travelDocumentId: newId(desk.world, 'tdo'),
    contactId,
    externalIdList: await externalIdsAfter(tx, desk, { changes: input.externalIdList, under }),
  })

/** What an input for a contact said of a document before documents were records. */
export interface ToldDocument {
  readonly dateOfBirth?: Given<string>
  readonly nationality?: Given<string>
  readonly documentNumber?: Given<string>
  readonly documentExpiry?: Given<string>
}

/** Makes a passport of the deprecated fields of a new contact's input, where one of them is given. */
export const addToldDocument = async (
  tx: ViewTx,
  desk: Desk,
  contact: Pick<Contact, 'contactId' | 'name' | 'surname'>,
  { input, under }: { readonly input: ToldDocument; readonly under: readonly string[] },
): Promise<void> => {
  const told = {
    nationality: input.nationality ?? null,
    number: input.documentNumber ?? null,
    expiry: input.documentExpiry ?? null,
    dateOfBirth: input.dateOfBirth ?? null,
  }
  if (Object.values(told).every((value) => value === null)) return
  const names = { givenNames: contact.name, surname: contact.surname ?? '' }
  const details = { ...NOTHING_SAID, ...names, ...told, issuingCountry: null }
  const renamed = { number: 'documentNumber', expiry: 'documentExpiry' } as Readonly<Record<string, string>>
  const problems = travelDocumentProblems(details, dayOf(await tx.now())).filter(({ path }) => (path[0] ?? '') in told)
  const asTold = problems.map(({ path, ...rest }) => ({ ...rest, path: path.map((name) => renamed[name] ?? name) }))
  refuseProblems(asTold, under)
  const travelDocumentId = newId(desk.world, 'tdo')
  await createRecord(tx, TRAVEL_DOCUMENT, { ...details, travelDocumentId, contactId: contact.contactId })
}

export const createTravelDocument = async (tx: ViewTx, desk: Desk, contactId: string, input: TravelDocumentInput) => {
  const contact = await lockRecord(tx, CONTACT, contactId, ['contactId'])
  refuseErased(contact, ['contactId'])
  const travelDocument = await addDocument(tx, desk, contactId, { input, under: ['input'] })
  return { travelDocument, warningList: await papersOfPerson(tx, contact, ['input']) }
}

export interface TravelDocumentUpdate {
  readonly travelDocumentId: string
  readonly input: TravelDocumentPatch
  readonly expectedVersion: number
}

const holderOf = async (tx: ViewTx, { contactId }: TravelDocument): Promise<Contact> =>
  lockRecord(tx, CONTACT, contactId, ['travelDocumentId'])

export const updateTravelDocument = async (tx: ViewTx, desk: Desk, asked: TravelDocumentUpdate) => {
  const { travelDocumentId, input, expectedVersion } = asked
  refuseNulls(input, NEEDED)
  const before = await lockRecord(tx, TRAVEL_DOCUMENT, travelDocumentId, ['travelDocumentId'])
  expectVersion(before, expectedVersion)
  const details = detailsOf(before, input, { under: ['input'], now: await tx.now() })
  const ids = { before: before.externalIdList, changes: input.externalIdList }
  const externalIdList = await externalIdsAfter(tx, desk, ids)
  const travelDocument = await changeRecord(tx, TRAVEL_DOCUMENT, before, { ...details, externalIdList })
  return { travelDocument, warningList: await papersOfPerson(tx, await holderOf(tx, before), ['input']) }
}

export const deleteTravelDocument = async (tx: ViewTx, travelDocumentId: string, expectedVersion: number) => {
  const travelDocument = await lockRecord(tx, TRAVEL_DOCUMENT, travelDocumentId, ['travelDocumentId'])
  expectVersion(travelDocument, expectedVersion)
  await forgetDocument(tx, travelDocumentId)
  await removeRecord(tx, TRAVEL_DOCUMENT, travelDocument)
  const warningList = await papersOfPerson(tx, await holderOf(tx, travelDocument), ['travelDocumentId'])
  return { travelDocument, warningList }
}
