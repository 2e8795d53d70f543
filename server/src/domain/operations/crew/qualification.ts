/**
 * Licences, ratings, medicals and checks of crew members, and which of them count (data §4.9): of one kind, rating or
 * class the latest that has begun; older ones are superseded, whatever their labels.
 */
import { type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { country, day, idOf, oneOf, shaped, text } from '../../records/fields.ts'
import { among, before, byId, present } from '../../records/filter.ts'
import { RATING_CODE, type TypeRatings } from '../../reference/type-rating.ts'

const QUALIFICATION_KINDS = [
  'LICENCE',
  'TYPE_RATING',
  'INSTRUMENT',
  'MEDICAL',
  'LPC',
  'OPC',
  'LINE_CHECK',
  'LANGUAGE',
  'DG_CRM',
  'PASSPORT',
  'VISA',
  'OTHER',
] as const

export type QualificationKind = (typeof QUALIFICATION_KINDS)[number]

export const QUALIFICATION_KIND = enumeration('QualificationKind', QUALIFICATION_KINDS)

export const MEDICAL_CLASS = enumeration(
  'MedicalClass',
  ['CLASS_1', 'CLASS_2', 'CLASS_3', 'LAPL', 'CABIN_CREW'],
  'CLASS_1 covers CLASS_2, CLASS_2 covers LAPL.',
)
export type MedicalClass = (typeof MEDICAL_CLASS)['values'][number]

export const QUALIFICATION_RECORD = record('Qualification', {
  file: 'domain/operations/crew/qualification.ts',
  entity: 'QUALIFICATION',
  noun: 'qualification',
  calledBy: ['label'],
  listed: ['crewMemberId', 'kind', 'number', 'validFrom', 'validTo'],
  says: 'A licence, rating, medical, check or travel document of a crew member.',
  id: { field: 'qualificationId', prefix: 'qua' },
  read: 'crew:read',
  write: 'crew:write',
  names: { create: 'qualificationSave' },
  isTypeOpen: true,
  fields: {
    crewMemberId: idOf('CrewMember', { required: true, written: 'create', parent: 'input', headings: '' }),
    kind: oneOf(QUALIFICATION_KIND, {
      required: true,
      written: 'create',
      headings: 'type, category, Art, Typ, Kategorie, genre, catégorie, tipo, categoria',
    }),
    label: text({
      required: true,
      most: 100,
      label: 'Called',
      says: 'Of a TYPE_RATING without ratingCode: the type designator.',
      headings:
        'name, title, qualification, document, Bezeichnung, Titel, Ausweis, désignation, intitulé, denominazione, titolo',
    }),
    ratingCode: shaped({
      isUpper: true,
      shape: RATING_CODE,
      message: 'A rating code has capital letters, digits, - and /, e.g. C525',
      asks: 'A code of typeRatingList, or a type designator.',
      headings: 'rating, type rating, Musterberechtigung, qualification de type, abilitazione',
    }),
    medicalClass: oneOf(MEDICAL_CLASS, { headings: 'class, Klasse, Tauglichkeitsklasse, classe' }),
    number: text({ most: 60, headings: 'no, licence number, Nummer, Nr., numéro, numero' }),
    issuingCountry: country({
      headings: 'country, state of issue, Land, Ausstellungsland, pays, pays d’émission, paese, paese di rilascio',
    }),
    validFrom: day({
      required: true,
      headings: 'from, issued, issue date, gültig ab, ausgestellt, valable dès, délivré, valido dal, rilasciato',
    }),
    validTo: day({
      headings:
        'to, until, valid until, expiry, expires, expiry date, gültig bis, Ablauf, Ablaufdatum, valable jusqu’au, échéance, valido fino, scadenza',
    }),
    /** The one that it was said to replace, which need not be of the same kind, rating or class. */
    supersedesId: idOf('Qualification', {
      written: 'create',
      shown: null,
      asks: 'The one that it replaces; where absent, the latest before of the same kind, rating or class.',
    }),
    /** The one that came after it. */
    supersededById: idOf('Qualification', {
      written: 'never',
      says: 'A later one of the same kind, rating or class. On a day, the latest that has begun counts.',
    }),
  },
  rules: [
    {
      of: ['medicalClass', 'kind'],
      problems: ({ medicalClass, kind }) =>
        medicalClass === null || kind === 'MEDICAL'
          ? []
          : [{ path: ['medicalClass'], message: 'Only a MEDICAL has a class' }],
    },
    {
      of: ['validFrom', 'validTo'],
      problems: ({ validFrom, validTo }) =>
        validTo !== null && validTo < validFrom
          ? [{ path: ['validTo'], message: 'validTo must not be before validFrom' }]
          : [],
    },
  ],
  order: { field: 'validTo', endless: '9999-12-31' },
  filters: {
    qualificationIdList: byId,
    crewMemberIdList: among('crewMemberId'),
    kindList: among('kind'),
    expiringBefore: before('validTo', { isIndexed: true }),
    isSuperseded: present('supersededById'),
  },
  visible: { aircraft: 'none', buyer: 'none', provider: 'none', person: 'joined' },
  one: 'One qualification.',
  list: 'Qualifications by end of validity; those without an end come last.',
  // qualificationSave adds one.
  create: false,
  update: 'Changes a qualification. What is absent stays, null clears.',
  delete: 'Removes a qualification that was entered in error; answers what was removed.',
  patch: null,
})

export type Qualification = RecordOf<typeof QUALIFICATION_RECORD>

/** CLASS_1 covers CLASS_2, CLASS_2 covers LAPL. */
const COVERED: Readonly<Record<MedicalClass, readonly MedicalClass[]>> = {
  CLASS_1: ['CLASS_1', 'CLASS_2', 'LAPL'],
  CLASS_2: ['CLASS_2', 'LAPL'],
  CLASS_3: ['CLASS_3'],
  LAPL: ['LAPL'],
  CABIN_CREW: ['CABIN_CREW'],
}

/** Whether a medical is of a class, or of one that covers it; one without a class is taken at its word. */
export const coversClass = ({ medicalClass }: Pick<Qualification, 'medicalClass'>, needed: MedicalClass): boolean =>
  medicalClass === null || COVERED[medicalClass].includes(needed)

type Rated = Pick<Qualification, 'kind' | 'ratingCode' | 'label'>

/** Of a TYPE_RATING without a code the label is the designator of a type. */
const ratingOf = ({ kind, ratingCode, label }: Rated, ratings: TypeRatings): string => {
  if (ratingCode !== null) return ratings.codeOf(ratingCode)
  return kind === 'TYPE_RATING' ? ratings.codeOf(label) : ''
}

/** A rating and the days on which it is valid. */
export interface RatingPeriod {
  readonly ratingCode: string
  readonly validFrom: string
  readonly validTo: string | null
}

/** When a person holds which rating. */
export const ratingPeriodsOf = (list: readonly Qualification[], ratings: TypeRatings): RatingPeriod[] =>
  list
    .filter(({ kind }) => kind === 'TYPE_RATING')
    .map((item) => ({
      ratingCode: ratingOf(item, ratings),
      validFrom: item.validFrom,
      validTo: item.validTo,
    }))

/** The codes of the ratings that are valid on a day. */
export const ratingsOn = (periods: readonly RatingPeriod[], day: string, ratings: TypeRatings): string[] => {
  const valid = periods.filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day))
  return [...new Set(valid.map(({ ratingCode }) => ratings.codeOf(ratingCode)))].sort()
}

/** Whether it is a rating with which this type is flown: a rating covers all types of its family. */
export const ratesFor = (item: Rated, iCAO: string, ratings: TypeRatings): boolean =>
  item.kind === 'TYPE_RATING' && ratings.covers(item.ratingCode ?? item.label, iCAO)

/** Kinds of which a person holds several at a time, told apart by their labels. */
const SIDE_BY_SIDE: ReadonlySet<QualificationKind> = new Set(['LANGUAGE', 'DG_CRM', 'PASSPORT', 'VISA', 'OTHER'])

/** What two qualifications have in common where the later one supersedes the earlier. */
const lineOf = (item: Qualification, ratings: TypeRatings): string => {
  const label = SIDE_BY_SIDE.has(item.kind) ? item.label.toUpperCase() : ''
  const medicalClass = item.kind === 'MEDICAL' ? (item.medicalClass ?? 'CLASS_1') : ''
  return [item.kind, ratingOf(item, ratings), medicalClass, label].join(' ')
}

const byAge = (a: Qualification, b: Qualification): number => {
  if (a.validFrom !== b.validFrom) return a.validFrom < b.validFrom ? -1 : 1
  return a.createdAt - b.createdAt || (a.qualificationId < b.qualificationId ? -1 : 1)
}

/** By which later one each of a person's qualifications is superseded; those that are not have no entry. */
export const supersessions = (list: readonly Qualification[], ratings: TypeRatings): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const line of Map.groupBy(list, (item) => lineOf(item, ratings)).values()) {
    const inOrder = line.toSorted(byAge)
    for (const [index, item] of inOrder.entries()) {
      const next = inOrder[index + 1]
      if (next) found.set(item.qualificationId, next.qualificationId)
    }
  }
  const ids = new Set(list.map(({ qualificationId }) => qualificationId))
  for (const { supersedesId, qualificationId } of list) {
    if (supersedesId === null || !ids.has(supersedesId)) continue
    const before = found.get(supersedesId)
    found.set(supersedesId, qualificationId)
    if (found.get(qualificationId) !== supersedesId) continue
    // It begins earlier than the one that it was said to replace: that one does not replace it in turn.
    if (before === undefined || before === qualificationId) found.delete(qualificationId)
    else found.set(qualificationId, before)
  }
  return found
}

/** Those of a person's qualifications that count on a day: they have begun, and nothing that has begun replaced them. */
export const countingOn = (
  list: readonly Qualification[],
  day: string,
  ratings: TypeRatings,
): readonly Qualification[] => {
  const begun = list.filter(({ validFrom }) => validFrom <= day)
  const superseded = supersessions(begun, ratings)
  return begun.filter(({ qualificationId }) => !superseded.has(qualificationId))
}
