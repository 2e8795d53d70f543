/** Contacts of an operator: clients, passengers, handlers, suppliers, authorities. */

import { readEmail } from '../identity/email-address.ts'
import { type Problem, textProblems } from '../problem.ts'
import type { Versioned } from '../versioned.ts'
import { phoneProblems } from './written-text.ts'

export const CONTACT_KINDS = ['CLIENT', 'PASSENGER', 'HANDLER', 'SUPPLIER', 'AUTHORITY', 'OTHER'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

/** Who can be aboard as a passenger. */
export const isPassengerKind = (kind: ContactKind): boolean =>
  kind === 'PASSENGER' || kind === 'CLIENT' || kind === 'OTHER'

/** What the name of an erased person reads. */
export const ERASED_NAME = 'Erased'

export interface ContactDetails {
  readonly kind: ContactKind
  readonly name: string
  readonly surname: string | null
  readonly company: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly airportId: string | null
}

export interface Contact extends ContactDetails, Versioned {
  readonly contactId: string
  /** When the person was erased: only the stub is left. */
  readonly erasedAt: number | null
}

/** Everything that is wrong with the details, each with the input field it concerns. */
export const contactProblems = (contact: ContactDetails): Problem[] => [
  ...textProblems(['name'], contact.name, { most: 200, required: true }),
  ...textProblems(['surname'], contact.surname, { most: 200 }),
  ...textProblems(['company'], contact.company, { most: 200 }),
  ...(contact.email === null || readEmail(contact.email) !== null
    ? []
    : [{ path: ['email'], message: 'An e-mail address looks like anna@alpine.example' }]),
  ...phoneProblems(['phone'], contact.phone),
]
