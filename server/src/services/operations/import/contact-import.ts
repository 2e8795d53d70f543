/** Imports contacts. */
import { CONTACT_KINDS } from '../../../domain/operations/contact.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { type ContactInput, createContact, updateContact } from '../contacts.ts'
import { code, oneOf, text } from './cells.ts'
import { CONTACT_HEADINGS } from './heading-words.ts'
import { type ImportKind, knownRecord, outcomeOf, refuseMissing } from './import-kind.ts'

export const CONTACT_IMPORT: ImportKind = {
  record: CONTACT,
  columns: {
    kind: oneOf(CONTACT_KINDS),
    name: text,
    surname: text,
    company: text,
    email: text,
    phone: text,
    airport: code,
  },
  headings: CONTACT_HEADINGS,
  required: ['kind', 'name'],
  begin: async () => {},
  write: async (tx, desk, line) => {
    const before = await knownRecord(tx, CONTACT, line)
    if (before) {
      const { contactId, version } = before
      const { contact } = await updateContact(tx, desk, { contactId, input: line, expectedVersion: version })
      return outcomeOf(before, contact)
    }
    refuseMissing(line, CONTACT_IMPORT.required)
    const { contact } = await createContact(tx, desk, line as unknown as ContactInput)
    return outcomeOf(before, contact)
  },
}
