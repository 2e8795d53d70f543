/** Contacts: paged lists, created and updated with a version and an idempotency key. */

import { CONTACT_KINDS, type Contact as ContactRecord } from '../../../domain/operations/contact.ts'
import { contactPosition, createContact, searchContacts, updateContact } from '../../../services/operations/contacts.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs, needsByValue } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { askedExternalId, ExternalIdInput } from '../external-id.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { Airport } from '../reference/airport.ts'
import { airportOrNull } from '../reference/airport-field.ts'
import { Versioned } from '../versioned.ts'

const ContactKind = builder.enumType('ContactKind', { values: CONTACT_KINDS })

export const loadContact = ({ loaders, reader, columns }: QueryContext, contactId: string) =>
  loaders.load('contact', contactId, (ids) => recordsById(reader, CONTACT, ids, columns.of(CONTACT)))

export const Contact = builder.objectRef<ContactRecord>('Contact').implement({
  ...needs('contact:read'),
  description:
    'A client, passenger, handler, supplier or authority of the operator. Those of kind PASSENGER exist only for a token that also holds passenger:read.',
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
    erasedAt: t.expose('erasedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Once erased: name reads Erased, everything personal is null.',
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

/** Writing a passenger is writing passenger data. */
const writesPassenger = needsByValue({ PASSENGER: 'passenger:write' })

/** Answers until 180 days after 2026-11-15 (access-model §14); the value becomes a travel document. */
const told = { ...needs('passenger:write'), deprecationReason: 'Use a travel document' }

export const ContactInput = builder.inputType('ContactInput', {
  fields: (t) => ({
    kind: t.field({ ...writesPassenger, type: ContactKind, required: true }),
    name: t.string({ required: true }),
    surname: t.string(),
    company: t.string(),
    email: t.string(),
    phone: t.string(),
    airport: t.string({ description: 'iCAO or iATA code.' }),
    dateOfBirth: t.field({ ...told, type: 'Date' }),
    nationality: t.string(told),
    documentNumber: t.string(told),
    documentExpiry: t.field({ ...told, type: 'Date' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const ContactUpdateInput = builder.inputType('ContactUpdateInput', {
  description: 'What is absent stays, null clears.',
  fields: (t) => ({
    kind: t.field({ ...writesPassenger, type: ContactKind }),
    name: t.string(),
    surname: t.string(),
    company: t.string(),
    email: t.string(),
    phone: t.string(),
    airport: t.string({ description: 'iCAO or iATA code.' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

interface ContactPayloadValue {
  readonly contact: ContactRecord | null
}

const ContactPayload = warningPayload<ContactPayloadValue>('ContactPayload', (t) => ({
  contact: t.expose('contact', { type: Contact, nullable: true }),
}))

builder.queryFields((t) => ({
  contactList: t.field({
    ...needs('contact:read'),
    description:
      'Contacts in the order they were made; passengers only with passenger:read as well. `wildcard` searches name, surname, company and email.',
    type: ContactPage,
    args: {
      contactIdList: t.arg.idList(),
      externalId: t.arg({ type: ExternalIdInput }),
      kindList: t.arg({ ...needsByValue({ PASSENGER: 'passenger:read' }), type: [ContactKind] }),
      page: t.arg({ type: PageInput }),
      updatedSince: t.arg({ type: 'DateTime' }),
      wildcard: t.arg.string(),
    },
    resolve: async (_root, { page, ...filter }, { reader, columns }) => {
      const asked = askedPage('contactList', page, ['number', 'string'], filter)
      const part = { columns: columns.of(CONTACT), ...asked.range }
      const search = {
        wildcard: filter.wildcard ?? null,
        contactIds: askedList(filter.contactIdList, 'contactIdList'),
        kinds: askedList(filter.kindList, 'kindList'),
        externalId: askedExternalId(filter.externalId),
        updatedSince: filter.updatedSince ?? null,
      }
      return pageOf(await searchContacts(reader, search, part), asked, contactPosition)
    },
  }),
  contact: t.field({
    ...needs('contact:read'),
    description: 'One contact; a passenger only with passenger:read as well.',
    type: Contact,
    nullable: true,
    args: { contactId: t.arg.id({ required: true }) },
    resolve: async (_root, { contactId }, context) => (await loadContact(context, contactId)) ?? null,
  }),
}))

builder.mutationFields((t) => ({
  contactCreate: mutation(t, {
    ...needs('contact:write'),
    description: 'Creates a contact.',
    type: ContactPayload,
    args: { input: t.arg({ type: ContactInput, required: true }) },
    write: (tx, args, context) => createContact(tx, context, args.input),
  }),
  contactUpdate: mutation(t, {
    ...needs('contact:write'),
    description: 'Changes a contact; of a passenger with passenger:write as well.',
    type: ContactPayload,
    args: {
      contactId: t.arg.id({ required: true }),
      input: t.arg({ type: ContactUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => updateContact(tx, context, args),
  }),
}))
