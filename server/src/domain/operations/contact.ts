/** Contacts of an operator: clients, passengers, handlers, suppliers, authorities. */

import { type RecordOf, record } from '../records/description.ts'
import { enumeration } from '../records/field.ts'
import { airport, email, oneOf, phone, text, time } from '../records/fields.ts'
import { among, byId, wildcard } from '../records/filter.ts'
import { GIVEN_NAME_WORDS, SURNAME_WORDS } from '../records/heading-words.ts'

const CONTACT_KINDS = ['CLIENT', 'PASSENGER', 'HANDLER', 'SUPPLIER', 'AUTHORITY', 'OTHER'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

/** Who can be aboard as a passenger. */
export const isPassengerKind = (kind: ContactKind): boolean =>
  kind === 'PASSENGER' || kind === 'CLIENT' || kind === 'OTHER'

/** Who can be asked for services, and for whom a flight support application can act. */
export const PROVIDER_KINDS: readonly ContactKind[] = ['HANDLER', 'SUPPLIER', 'AUTHORITY']

/** What the name of an erased person reads. */
export const ERASED_NAME = 'Erased'

export const CONTACT_RECORD = record('Contact', {
  file: 'domain/operations/contact.ts',
  entity: 'CONTACT',
  noun: 'contact',
  calledBy: ['name', 'surname'],
  listed: ['kind', 'company', 'email', 'phone', 'airportId'],
  says: 'A client, passenger, handler, supplier or authority of the operator. Those of kind PASSENGER exist only for a token that also holds passenger:read.',
  id: { field: 'contactId', prefix: 'con' },
  read: 'contact:read',
  write: 'contact:write',
  fields: {
    // Writing a passenger is writing passenger data.
    kind: oneOf(enumeration('ContactKind', CONTACT_KINDS), {
      required: true,
      needsByValue: { PASSENGER: 'passenger:write' },
      headings: 'type, category, Art, Typ, Kategorie, genre, catégorie, tipo, categoria',
    }),
    name: text({ required: true, most: 200, headings: GIVEN_NAME_WORDS }),
    surname: text({ most: 200, headings: SURNAME_WORDS }),
    company: text({
      most: 200,
      headings:
        'company name, organisation, organization, Firma, Unternehmen, société, entreprise, ditta, società, azienda',
    }),
    email: email({
      headings:
        'e-mail, mail, email address, E-Mail-Adresse, Mailadresse, courriel, adresse e-mail, posta elettronica, indirizzo e-mail',
    }),
    phone: phone({
      headings:
        'telephone, tel, mobile, Telefon, Telefonnummer, Handy, Mobil, téléphone, portable, telefono, cellulare',
    }),
    airportId: airport({ as: 'airport', headings: 'Flughafen, Flugplatz, aéroport, aeroporto' }),
    erasedAt: time({ written: 'never', says: 'Once erased: name reads Erased, everything personal is null.' }),
  },
  order: { field: 'createdAt' },
  filters: {
    contactIdList: byId,
    kindList: among('kind', { needsByValue: { PASSENGER: 'passenger:read' } }),
    wildcard: wildcard(['name', 'surname', 'company', 'email']),
  },
  filtersAs: 'arguments',
  visible: { aircraft: 'joined', buyer: 'joined', provider: 'none', person: 'none' },
  one: 'One contact; a passenger only with passenger:read as well.',
  list: 'Contacts in the order they were made; passengers only with passenger:read as well. `wildcard` searches name, surname, company and email.',
  create: 'Creates a contact.',
  update: 'Changes a contact; of a passenger with passenger:write as well.',
  delete: false,
})

/** `erasedAt`: when the person was erased; only the stub is left. */
export type Contact = RecordOf<typeof CONTACT_RECORD>
