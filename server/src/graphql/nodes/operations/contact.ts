/** Contacts: read page by page, created and updated with a version and an idempotency key. */

import {
  CONTACT_KINDS,
  type ContactDetails,
  type Contact as ContactRecord,
  contactProblems,
} from '../../../domain/operations/contact.ts'
import { refuseProblems, type UserError as UserErrorValue } from '../../../domain/user-error.ts'
import { compileWildcard, type TextMatcher } from '../../../domain/wildcard.ts'
import { newId } from '../../../services/world.ts'
import { CONTACT, contactsAfter } from '../../../storage/operations/contacts.ts'
import {
  changeRecord,
  createRecord,
  expectVersion,
  type ListPart,
  lockRecord,
  recordsById,
} from '../../../storage/records.ts'
import type { ViewReader, ViewTx } from '../../../storage/view.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { airportOf } from '../../changes/airport-code.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { askedList } from '../asked-list.ts'
import { ExternalId, ExternalIdInput } from '../external-id.ts'
import { type Page, PageInfo, PageInput, pageOf, pageSize, positionOf } from '../page.ts'
import { Airport } from '../reference/airport.ts'
import { airportOrNull } from '../reference/airport-field.ts'
import { UserError } from '../user-error.ts'
import { Versioned } from '../versioned.ts'

const ContactKind = builder.enumType('ContactKind', { values: CONTACT_KINDS })

export const loadContact = ({ loaders, reader, columns }: QueryContext, contactId: string) =>
  loaders.load('contact', contactId, (ids) => recordsById(reader, CONTACT, ids, columns.of(CONTACT)))

export const Contact = builder.objectRef<ContactRecord>('Contact').implement({
  ...needs('contact:read'),
  description: 'A client, passenger, handler, supplier or authority of the operator.',
  interfaces: [Versioned],
  rows: CONTACT,
  fields: (t) => ({
    contactId: t.exposeID('contactId'),
    kind: t.expose('kind', { type: ContactKind }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname', { nullable: true }),
    company: t.exposeString('company', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    airport: t.field({
      columns: ['airportId'],
      type: Airport,
      nullable: true,
      resolve: ({ airportId }, _args, context) => airportOrNull(context, airportId),
    }),
    externalIdList: t.field({
      ...usually(1),
      columns: ['externalIdList'],
      type: [ExternalId],
      resolve: ({ externalIdList }) => [...externalIdList],
    }),
  }),
})

const ContactPage = builder.objectRef<Page<ContactRecord>>('ContactPage').implement({
  ...needs('contact:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Contact], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

export const ContactInput = builder.inputType('ContactInput', {
  fields: (t) => ({
    kind: t.field({ type: ContactKind, required: true }),
    name: t.string({ required: true }),
    surname: t.string(),
    company: t.string(),
    email: t.string(),
    phone: t.string(),
    airport: t.string({ description: 'iCAO or iATA code.' }),
    dateOfBirth: t.field({ type: 'Date' }),
    nationality: t.string(),
    documentNumber: t.string(),
    documentExpiry: t.field({ type: 'Date' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

type ContactInputValue = typeof ContactInput.$inferInput

interface ContactPayloadValue {
  readonly contact: ContactRecord | null
  readonly userErrorList: readonly UserErrorValue[]
}

const ContactPayload = builder.objectRef<ContactPayloadValue>('ContactPayload').implement({
  ...noScope,
  fields: (t) => ({
    contact: t.expose('contact', { type: Contact, nullable: true }),
    userErrorList: t.field({ ...usually(1), type: [UserError], resolve: ({ userErrorList }) => [...userErrorList] }),
  }),
})

/** What a client wrote of a contact, checked; `under` is where in the arguments it stands. */
export const contactDetailsOf = (
  input: ContactInputValue,
  { reference }: QueryContext,
  under: readonly string[],
): ContactDetails => {
  const details: ContactDetails = {
    kind: input.kind,
    name: input.name.trim(),
    surname: input.surname ?? null,
    company: input.company ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    airportId: input.airport ? airportOf(reference, input.airport, [...under, 'airport']).airportId : null,
    dateOfBirth: input.dateOfBirth ?? null,
    nationality: input.nationality ?? null,
    documentNumber: input.documentNumber ?? null,
    documentExpiry: input.documentExpiry ?? null,
    externalIdList: input.externalIdList ?? [],
  }
  refuseProblems(contactProblems(details), under)
  return details
}

const create = async (tx: ViewTx, context: QueryContext, input: ContactInputValue) => {
  const details = contactDetailsOf(input, context, ['input'])
  return { contact: await createRecord(tx, CONTACT, { ...details, contactId: newId(context.world, 'con') }) }
}

interface ContactUpdate {
  readonly contactId: string
  readonly expectedVersion: number
  readonly input: ContactInputValue
}

const update = async (tx: ViewTx, context: QueryContext, asked: ContactUpdate) => {
  const before = await lockRecord(tx, CONTACT, asked.contactId, ['contactId'])
  expectVersion(before, asked.expectedVersion)
  return { contact: await changeRecord(tx, CONTACT, before, contactDetailsOf(asked.input, context, ['input'])) }
}

const SEARCH_BATCH = 1000

const matchesContact = (contact: ContactRecord, matches: TextMatcher): boolean =>
  [contact.name, contact.surname, contact.company, contact.email].some((text) => text !== null && matches(text))

const placeOf = ({ createdAt, contactId }: ContactRecord): (string | number)[] => [createdAt, contactId]

/** Goes through the contacts in order until the page, and one row more, is found. */
const search = async (
  reader: ViewReader,
  wildcard: string | null | undefined,
  kinds: readonly ContactRecord['kind'][] | null,
  { columns, after, most }: ListPart<ContactRecord>,
): Promise<ContactRecord[]> => {
  if (!wildcard) return contactsAfter(reader, kinds, { columns, after, most })
  const matches = compileWildcard(wildcard)
  const searched = columns.with('name', 'surname', 'company', 'email')
  const found: ContactRecord[] = []
  let position = after
  while (found.length < most) {
    const batch = await contactsAfter(reader, kinds, { columns: searched, after: position, most: SEARCH_BATCH })
    found.push(...batch.filter((contact) => matchesContact(contact, matches)))
    const last = batch.at(-1)
    if (!last || batch.length < SEARCH_BATCH) break
    position = placeOf(last)
  }
  return found.slice(0, most)
}

builder.queryField('contactList', (t) =>
  t.field({
    ...needs('contact:read'),
    description: 'Contacts in the order they were made. `wildcard` searches name, surname, company and email.',
    type: ContactPage,
    args: {
      wildcard: t.arg.string(),
      kindList: t.arg({ type: [ContactKind] }),
      page: t.arg({ type: PageInput }),
    },
    resolve: async (_root, { wildcard, kindList, page }, { reader, columns }) => {
      const size = pageSize(page?.first)
      const after = positionOf(page?.after, ['number', 'string'])
      const part = { columns: columns.of(CONTACT), after, most: size + 1 }
      const rows = await search(reader, wildcard, askedList(kindList, 'kindList'), part)
      return pageOf(rows, size, placeOf)
    },
  }),
)

builder.mutationFields((t) => ({
  contactCreate: t.field({
    ...needs('contact:write'),
    description: 'Creates a contact.',
    type: ContactPayload,
    args: { input: t.arg({ type: ContactInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'contactCreate', args, idempotencyKey: args.idempotencyKey }, { contact: null }, (tx) =>
        create(tx, context, args.input),
      ),
  }),
  contactUpdate: t.field({
    ...needs('contact:write'),
    description: 'Replaces the details of a contact.',
    type: ContactPayload,
    args: {
      contactId: t.arg.id({ required: true }),
      input: t.arg({ type: ContactInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'contactUpdate', args, idempotencyKey: args.idempotencyKey }, { contact: null }, (tx) =>
        update(tx, context, args),
      ),
  }),
}))
