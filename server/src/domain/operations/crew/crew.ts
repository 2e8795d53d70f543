/** Crew members. */
import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import {
  airport,
  birthDate,
  idOf,
  listOf,
  nationality,
  oneOf,
  shaped,
  text,
  truth,
  values,
} from '../../records/fields.ts'
import { byId, equal, joined, lists, wildcard } from '../../records/filter.ts'
import { BASE_WORDS, GIVEN_NAME_WORDS, SURNAME_WORDS } from '../../records/heading-words.ts'
import type { RatingPeriod } from './qualification.ts'

const CREW_POSITIONS = ['CPT', 'FO', 'RELIEF', 'FA', 'ENG', 'OBS', 'DHD'] as const
export type CrewPosition = (typeof CREW_POSITIONS)[number]

export const CREW_POSITION = enumeration(
  'CrewPosition',
  CREW_POSITIONS,
  'OBS observes and DHD positions as a passenger (deadhead): both are on duty and operate nothing.',
)

const ABOARD_ONLY: ReadonlySet<CrewPosition> = new Set(['OBS', 'DHD'])

/** Whether somebody in this position flies or serves: block time, sectors and papers are for those who do. */
export const operates = (position: CrewPosition): boolean => !ABOARD_ONLY.has(position)

/** The commander of a flight. */
export const COMMANDER: CrewPosition = 'CPT'

export const SEX = enumeration('Sex', ['F', 'M', 'X'], 'As in the travel document.')

const CODE = /^[A-Z0-9]{2,6}$/

export const CREW_MEMBER_RECORD = record('CrewMember', {
  file: 'domain/operations/crew/crew.ts',
  entity: 'CREW_MEMBER',
  noun: 'crew member',
  plural: 'crew',
  calledBy: ['name', 'surname'],
  listed: ['code', 'positionList', 'typeRatingList', 'baseId', 'isActive'],
  says: 'A crew member of the operator.',
  id: { field: 'crewMemberId', prefix: 'crw' },
  read: 'crew:read',
  write: 'crew:write',
  names: { page: 'CrewPage', filter: 'CrewFilter' },
  fields: {
    code: shaped({
      required: true,
      isUpper: true,
      shape: CODE,
      message: 'A crew code has 2 to 6 capital letters and digits, e.g. WEB',
      asks: 'Unique; 2 to 6 capital letters and digits.',
      headings:
        'crew code, short code, 3lc, three letter code, Kürzel, Dreilettercode, trigramme, sigle, sigla, codice',
    }),
    name: text({ required: true, most: 100, headings: GIVEN_NAME_WORDS }),
    surname: text({ required: true, most: 100, headings: SURNAME_WORDS }),
    positionList: listOf(CREW_POSITION, {
      required: true,
      message: 'Name at least one position',
      label: 'Positions',
      headings:
        'position, positions, function, rank, Funktion, Position, Rang, fonction, poste, funzione, posizione, grado',
    }),
    baseId: airport({ as: 'base', required: true, label: 'Home base', headings: BASE_WORDS }),
    /** Codes of the ratings that the member has or had, for searches. */
    typeRatingList: values<string>()({ written: 'never', shown: 'typeRatingList' }),
    ratingPeriods: values<RatingPeriod>()({ written: 'never', shown: 'typeRatingList' }),
    isActive: truth({
      required: true,
      written: 'update',
      initial: true,
      asks: 'False: no new assignments; refused while flights are planned.',
      label: 'Active',
      headings: 'active, aktiv, actif, attivo',
    }),
    /** The user whose own records these are; null for crew who do not sign in. */
    userId: idOf('User', {
      label: 'Signs in as',
      says: 'Null for crew who do not sign in.',
      asks: 'The user whose own records these are; crew need not be users. Changed by a signed-in administrator alone.',
      headings: '',
      asksPresence: true,
    }),
    dateOfBirth: birthDate({
      headings: 'birth date, birthday, dob, Geburtsdatum, Geburtstag, date de naissance, data di nascita',
    }),
    nationality: nationality({
      headings: 'Nationalität, Staatsangehörigkeit, nationalité, nazionalità, cittadinanza',
    }),
    sex: oneOf(SEX, { headings: 'gender, Geschlecht, sexe, sesso' }),
  },
  order: { field: 'code' },
  filters: {
    crewMemberIdList: byId,
    positionList: lists('positionList'),
    typeRating: joined('texts', { given: 'text', says: 'Rating code or type designator.' }),
    isActive: equal('isActive'),
    base: equal('baseId'),
    expiringBefore: joined('day', { says: 'Who has a qualification that ends before this day.' }),
    wildcard: wildcard(['code', 'name', 'surname'], { says: 'Searches code, name and surname.' }),
  },
  visible: { aircraft: 'none', buyer: 'none', provider: 'none', person: own('userId') },
  one: 'Null where there is no such crew member.',
  list: 'Crew members by code.',
  create: 'Adds a crew member.',
  update: 'Changes a crew member. What is absent stays, null clears.',
  delete: false,
  patch: null,
})

export type CrewMember = RecordOf<typeof CREW_MEMBER_RECORD>
