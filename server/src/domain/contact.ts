/** Contacts of an operator: clients, passengers, handlers, suppliers, authorities. */
import { type Problem, textProblems } from './problem.ts'

export const CONTACT_KINDS = ['CLIENT', 'PASSENGER', 'HANDLER', 'SUPPLIER', 'AUTHORITY', 'OTHER'] as const
export type ContactKind = (typeof CONTACT_KINDS)[number]

export interface ExternalId {
  readonly system: string
  readonly value: string
}

export interface ContactDetails {
  readonly kind: ContactKind
  readonly name: string
  readonly surname: string | null
  readonly company: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly airportId: string | null
  readonly dateOfBirth: string | null
  readonly nationality: string | null
  readonly documentNumber: string | null
  readonly documentExpiry: string | null
  readonly externalIdList: readonly ExternalId[]
}

export interface Contact extends ContactDetails {
  readonly contactId: string
  readonly version: number
  readonly createdAt: number
  readonly updatedAt: number
}

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,253}$/
const PHONE = /^\+?[0-9 ()./-]{3,40}$/
const COUNTRY = /^[A-Z]{2}$/
const EXTERNAL_IDS_MOST = 20

const externalIdProblems = (list: readonly ExternalId[]): Problem[] => {
  if (list.length > EXTERNAL_IDS_MOST) {
    return [{ path: ['externalIdList'], message: `There are at most ${EXTERNAL_IDS_MOST} external ids` }]
  }
  const problems = list.flatMap(({ system, value }, index) => [
    ...textProblems(['externalIdList', String(index), 'system'], system, { most: 60, required: true }),
    ...textProblems(['externalIdList', String(index), 'value'], value, { most: 200, required: true }),
  ])
  const repeated = list.findIndex(({ system }, index) => list.findIndex((other) => other.system === system) !== index)
  if (repeated >= 0) {
    problems.push({ path: ['externalIdList', String(repeated), 'system'], message: 'Each system is named once' })
  }
  return problems
}

const shapeProblem = (field: string, value: string | null, shape: RegExp, message: string): Problem[] =>
  value === null || shape.test(value) ? [] : [{ path: [field], message }]

/** Everything that is wrong with the details, each with the input field it concerns. */
export const contactProblems = (contact: ContactDetails): Problem[] => [
  ...textProblems(['name'], contact.name, { most: 200, required: true }),
  ...textProblems(['surname'], contact.surname, { most: 200 }),
  ...textProblems(['company'], contact.company, { most: 200 }),
  ...textProblems(['documentNumber'], contact.documentNumber, { most: 60 }),
  ...shapeProblem('email', contact.email, EMAIL, 'An e-mail address looks like anna@alpine.example'),
  ...shapeProblem('phone', contact.phone, PHONE, 'A phone number has digits, spaces and + ( ) . / - only'),
  ...shapeProblem('nationality', contact.nationality, COUNTRY, 'A nationality is an ISO 3166 code such as CH'),
  ...externalIdProblems(contact.externalIdList),
]

/** The fields in which two states of a contact differ, as the change feed names them. */
export const changedFields = (before: ContactDetails, after: ContactDetails): string[] =>
  (Object.keys(after) as (keyof ContactDetails)[]).filter(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
