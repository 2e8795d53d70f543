/** Contacts: clients, passengers, handlers, suppliers and authorities. */
import { contacts } from '../../../services/operations/contacts.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { needs } from '../../access-declaration.ts'
import { recordNodes } from '../records/record-nodes.ts'

/** Answers until 180 days after 2026-11-15 (access-model §14); the value becomes a travel document. */
const told = { ...needs('passenger:write'), deprecationReason: 'Use a travel document' }

export const {
  Node: Contact,
  Input: ContactInput,
  load: loadContact,
} = recordNodes(CONTACT, contacts, {
  inputs: {
    dateOfBirth: { ...told, type: 'Date' },
    nationality: { ...told, type: 'String' },
    documentNumber: { ...told, type: 'String' },
    documentExpiry: { ...told, type: 'Date' },
  },
})
