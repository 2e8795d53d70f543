/** Fictional people: crew with their qualifications, clients and passengers. */

import { DAY_MS } from '../../domain/interval.ts'
import { CONTACT_RECORD, type Contact } from '../../domain/operations/contact.ts'
import { CREW_MEMBER_RECORD, type CrewMember, type CrewPosition } from '../../domain/operations/crew/crew.ts'
import {
  QUALIFICATION_RECORD,
  type Qualification,
  type QualificationKind,
} from '../../domain/operations/crew/qualification.ts'
import { TRAVEL_DOCUMENT_RECORD, type TravelDocument } from '../../domain/operations/passengers/travel-document.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { AirportRecord } from '../../domain/reference/airport.ts'
import type { Seeded } from './seeded.ts'

const NAMES =
  'Adrian Beatrice Carla David Elena Fabian Gloria Henrik Irene Jan Karin Laura Martin Nina Oscar Petra Rafael Sara Thomas Ursula Viktor Wanda Yves Zoe'.split(
    ' ',
  )
const SURNAMES =
  'Ammann Berger Clark Dubois Evans Fischer Gallo Hansen Ivers Jensen Klein Larsen Moretti Novak Olsen Peters Quint Rossi Schmid Taylor Urban Vidal Wagner Young'.split(
    ' ',
  )
const NATIONS = ['CH', 'DE', 'GB', 'US', 'FR', 'IT', 'AT', 'NL'] as const

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Three letters of the surname, with a number if they are taken. */
const codeOf = (surname: string, taken: Set<string>): string => {
  const stem = surname.slice(0, 3).toUpperCase()
  let code = stem
  for (let count = 2; taken.has(code); count++) code = `${stem}${count}`
  taken.add(code)
  return code
}

export interface CrewRules {
  readonly base: AirportRecord
  readonly asOf: number
}

export interface Crewing {
  readonly member: CrewMember
  readonly qualifications: readonly Qualification[]
}

interface Paper {
  readonly kind: QualificationKind
  readonly label: string
  readonly validDays: number | null
}

const qualification = (
  random: Seeded,
  member: CrewMember,
  { kind, label, validDays }: Paper,
  asOf: number,
): Qualification =>
  madeRecord(QUALIFICATION_RECORD, asOf, {
    qualificationId: random.id('qua'),
    crewMemberId: member.crewMemberId,
    kind,
    label,
    medicalClass: kind === 'MEDICAL' ? 'CLASS_1' : null,
    number: kind === 'LICENCE' ? `L-${random.whole(10_000, 99_999)}` : null,
    validFrom: dayOf(asOf - random.whole(200, 600) * DAY_MS),
    validTo: validDays === null ? null : dayOf(asOf + validDays * DAY_MS),
  })

export class Crew {
  readonly #codes = new Set<string>()
  readonly #random: Seeded
  readonly #rules: CrewRules

  constructor(random: Seeded, rules: CrewRules) {
    this.#random = random
    this.#rules = rules
  }

  /** A pilot or attendant, rated for a type; `medicalDays` is how long the medical is still valid. */
  hire(
    positionList: readonly CrewPosition[],
    rating: string,
    name: readonly [string, string] | null = null,
    medicalDays = this.#random.whole(120, 360),
  ): Crewing {
    const { base, asOf } = this.#rules
    const random = this.#random
    const [given, surname] = name ?? [random.pick(NAMES), random.pick(SURNAMES)]
    const isPilot = positionList.includes('FO')
    const member: CrewMember = madeRecord(CREW_MEMBER_RECORD, asOf, {
      crewMemberId: random.id('crw'),
      code: codeOf(surname, this.#codes),
      name: given,
      surname,
      positionList,
      baseId: base.airportId,
      typeRatingList: isPilot ? [rating] : [],
      isActive: true,
    })
    const medical = qualification(random, member, { kind: 'MEDICAL', label: 'Class 1', validDays: medicalDays }, asOf)
    if (!isPilot) return { member, qualifications: [medical] }
    const licence = qualification(random, member, { kind: 'LICENCE', label: 'ATPL(A)', validDays: null }, asOf)
    const rated = qualification(
      random,
      member,
      { kind: 'TYPE_RATING', label: rating, validDays: random.whole(100, 350) },
      asOf,
    )
    const period = { ratingCode: rating, validFrom: rated.validFrom, validTo: rated.validTo }
    return {
      member: { ...member, ratingPeriods: [period] },
      qualifications: [
        medical,
        licence,
        rated,
        qualification(
          random,
          member,
          { kind: 'PASSPORT', label: random.pick(NATIONS), validDays: random.whole(200, 3000) },
          asOf,
        ),
      ],
    }
  }
}

export const makeContact = (random: Seeded, kind: 'CLIENT' | 'PASSENGER', asOf: number): Contact => {
  const name = random.pick(NAMES)
  const surname = random.pick(SURNAMES)
  const contactId = random.id('con')
  return madeRecord(CONTACT_RECORD, asOf, {
    contactId,
    kind,
    name,
    surname,
    company:
      kind === 'PASSENGER' ? null : `${surname} ${random.pick(['Capital', 'Holding', 'Media', 'Sport', 'Foundation'])}`,
    email: `${name}.${surname}.${contactId.slice(4, 8)}@mail.example`.toLowerCase(),
    phone: `+41 44 ${random.whole(200, 899)} ${random.whole(10, 99)} ${random.whole(10, 99)}`,
  })
}

/** The passport of a passenger. */
export const makePassport = (random: Seeded, { contactId, name, surname }: Contact, asOf: number): TravelDocument => {
  const nation = random.pick(NATIONS)
  return madeRecord(TRAVEL_DOCUMENT_RECORD, asOf, {
    travelDocumentId: random.id('tdo'),
    contactId,
    type: 'PASSPORT',
    issuingCountry: nation,
    number: `X${random.whole(1_000_000, 9_999_999)}`,
    validFrom: dayOf(asOf - random.whole(200, 3000) * DAY_MS),
    expiry: dayOf(asOf + random.whole(200, 3000) * DAY_MS),
    givenNames: name,
    surname: surname ?? '',
    sex: random.pick(['F', 'M'] as const),
    dateOfBirth: dayOf(asOf - random.whole(8000, 26_000) * DAY_MS),
    nationality: nation,
  })
}
