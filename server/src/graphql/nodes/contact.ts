/** Contacts: read page by page, created and updated with a version and an idempotency key. */
import { newId } from '../../access/world.ts'
import {
  CONTACT_KINDS,
  type ContactDetails,
  type Contact as ContactRecord,
  changedFields,
  contactProblems,
  type ExternalId as ExternalIdRecord,
} from '../../domain/contact.ts'
import { refuseProblems, staleVersion, type UserError as UserErrorValue, userError } from '../../domain/user-error.ts'
import { compileWildcard, type TextMatcher } from '../../domain/wildcard.ts'
import {
  type ContactPosition,
  contactsAfter,
  insertContact,
  lockContact,
  updateContact,
} from '../../storage/contacts.ts'
import type { TenantReader, TenantTx } from '../../storage/storage.ts'
import { needs, noScope } from '../access-declaration.ts'
import { builder } from '../builder.ts'
import type { QueryContext } from '../context.ts'
import { mutate } from '../mutation.ts'
import { Airport } from './airport.ts'
import { type Page, PageInfo, PageInput, pageOf, pageSize, positionOf } from './page.ts'
import { UserError } from './user-error.ts'
import { Versioned } from './versioned.ts'

const ContactKind = builder.enumType('ContactKind', { values: CONTACT_KINDS })

const ExternalId = builder.objectRef<ExternalIdRecord>('ExternalId').implement({
  ...noScope,
  fields: (t) => ({ system: t.exposeString('system'), value: t.exposeString('value') }),
})

const ExternalIdInput = builder.inputType('ExternalIdInput', {
  fields: (t) => ({ system: t.string({ required: true }), value: t.string({ required: true }) }),
})

const Contact = builder.objectRef<ContactRecord>('Contact').implement({
  ...needs('contact:read'),
  description: 'A client, passenger, handler, supplier or authority of the operator.',
  interfaces: [Versioned],
  fields: (t) => ({
    contactId: t.exposeID('contactId'),
    kind: t.expose('kind', { type: ContactKind }),
    name: t.exposeString('name'),
    surname: t.exposeString('surname', { nullable: true }),
    company: t.exposeString('company', { nullable: true }),
    email: t.exposeString('email', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    airport: t.field({
      type: Airport,
      nullable: true,
      resolve: ({ airportId }, _args, { reference }) => (airportId && reference.airportById(airportId)) || null,
    }),
    externalIdList: t.field({ type: [ExternalId], resolve: ({ externalIdList }) => [...externalIdList] }),
  }),
})

const ContactPage = builder.objectRef<Page<ContactRecord>>('ContactPage').implement({
  ...needs('contact:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Contact], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const ContactInput = builder.inputType('ContactInput', {
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
    userErrorList: t.field({ type: [UserError], resolve: ({ userErrorList }) => [...userErrorList] }),
  }),
})

const airportIdOf = (code: string | null | undefined, context: QueryContext): string | null => {
  if (code === null || code === undefined) return null
  const airport = context.reference.airportByCode(code)
  if (!airport) throw userError('NOT_FOUND', 'There is no airport with this code', ['input', 'airport'])
  return airport.airportId
}

const detailsOf = (input: ContactInputValue, context: QueryContext): ContactDetails => {
  const details: ContactDetails = {
    kind: input.kind,
    name: input.name.trim(),
    surname: input.surname ?? null,
    company: input.company ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    airportId: airportIdOf(input.airport, context),
    dateOfBirth: input.dateOfBirth ?? null,
    nationality: input.nationality ?? null,
    documentNumber: input.documentNumber ?? null,
    documentExpiry: input.documentExpiry ?? null,
    externalIdList: input.externalIdList ?? [],
  }
  refuseProblems(contactProblems(details), ['input'])
  return details
}

const create = async (tx: TenantTx, context: QueryContext, input: ContactInputValue) => {
  const now = await tx.now()
  const details = detailsOf(input, context)
  const contact = { ...details, contactId: newId(context.world, 'con'), version: 1, createdAt: now, updatedAt: now }
  await insertContact(tx, contact)
  const fieldList = Object.keys(details)
  tx.changes.push({ entity: 'CONTACT', entityId: contact.contactId, kind: 'CREATED', version: 1, fieldList })
  return { contact }
}

interface ContactUpdate {
  readonly contactId: string
  readonly expectedVersion: number
  readonly input: ContactInputValue
}

const update = async (tx: TenantTx, context: QueryContext, asked: ContactUpdate) => {
  const before = await lockContact(tx, asked.contactId)
  if (!before) throw userError('NOT_FOUND', 'There is no such contact', ['contactId'])
  if (before.version !== asked.expectedVersion) throw staleVersion(before.version)
  const details = detailsOf(asked.input, context)
  const contact = { ...before, ...details, version: before.version + 1, updatedAt: await tx.now() }
  await updateContact(tx, contact)
  const fieldList = changedFields(before, details)
  const { contactId, version } = contact
  tx.changes.push({ entity: 'CONTACT', entityId: contactId, kind: 'UPDATED', version, fieldList })
  return { contact }
}

const contactPosition = (cursor: string | null | undefined): ContactPosition | null => {
  const [createdAt, contactId] = positionOf(cursor) ?? []
  return typeof createdAt === 'number' && typeof contactId === 'string' ? { createdAt, contactId } : null
}

const SEARCH_BATCH = 1000

const matchesContact = (contact: ContactRecord, matches: TextMatcher): boolean =>
  [contact.name, contact.surname, contact.company, contact.email].some((text) => text !== null && matches(text))

/** Goes through the contacts in order until the page, and one row more, is found. */
const search = async (
  reader: TenantReader,
  wildcard: string | null | undefined,
  kinds: readonly ContactRecord['kind'][] | null,
  after: ContactPosition | null,
  most: number,
): Promise<ContactRecord[]> => {
  if (!wildcard) return contactsAfter(reader, after, kinds, most)
  const matches = compileWildcard(wildcard)
  const found: ContactRecord[] = []
  let position = after
  while (found.length < most) {
    const batch = await contactsAfter(reader, position, kinds, SEARCH_BATCH)
    found.push(...batch.filter((contact) => matchesContact(contact, matches)))
    if (batch.length < SEARCH_BATCH) break
    position = batch.at(-1) ?? null
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
    resolve: async (_root, { wildcard, kindList, page }, { reader }) => {
      const size = pageSize(page?.first)
      const rows = await search(reader, wildcard, kindList ?? null, contactPosition(page?.after), size + 1)
      return pageOf(rows, size, ({ createdAt, contactId }) => [createdAt, contactId])
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
