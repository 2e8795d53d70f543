/** Words, icons and order of what a safety report is and where it stands. */
import type { introspection } from '../graph/schema.d.ts'
import type { IconName } from '../parts/icon.tsx'
import type { StateWords } from '../parts/tag.tsx'

type Word<Name extends 'SafetyStatus' | 'SafetySubject' | 'SafetyConfidentiality' | 'SafetyCodeList'> =
  introspection['types'][Name]['enumValues']

export type Status = Word<'SafetyStatus'>
export type Subject = Word<'SafetySubject'>
export type Confidentiality = Word<'SafetyConfidentiality'>
export type CodeList = Word<'SafetyCodeList'>

export const STATUS_WORDS: Readonly<Record<Status, StateWords>> = {
  DRAFT: { word: 'Draft', tone: 'plain', icon: 'pencil' },
  SUBMITTED: { word: 'New', tone: 'info', icon: 'inbox' },
  UNDER_REVIEW: { word: 'In review', tone: 'line', icon: 'search' },
  ACTION_REQUIRED: { word: 'Action needed', tone: 'solid', icon: 'pencil' },
  CLOSED: { word: 'Closed', tone: 'good', icon: 'circleCheck' },
  WITHDRAWN: { word: 'Withdrawn', tone: 'plain', icon: 'cross' },
}

export const OPEN_STATUSES = ['SUBMITTED', 'UNDER_REVIEW', 'ACTION_REQUIRED'] as const
export const OVER_STATUSES = ['CLOSED', 'WITHDRAWN'] as const

export const isOver = (status: Status): boolean => OVER_STATUSES.some((over) => over === status)

/** What a report goes through; one that is withdrawn goes no further. */
export const lifeOf = (
  status: Status,
  words: (one: Status) => string,
): { readonly past: readonly string[]; readonly now: string; readonly next: readonly string[] } => {
  if (status === 'WITHDRAWN') return { past: [words('SUBMITTED')], now: words('WITHDRAWN'), next: [] }
  const way: readonly Status[] = [...OPEN_STATUSES, 'CLOSED']
  if (status === 'DRAFT') return { past: [], now: words('DRAFT'), next: way.map(words) }
  const at = way.indexOf(status)
  return { past: way.slice(0, at).map(words), now: words(status), next: way.slice(at + 1).map(words) }
}

export const SUBJECTS = [
  'OCCURRENCE',
  'FATIGUE',
  'BIRD_STRIKE',
  'HAZARD',
  'GROUND_DAMAGE',
  'SECURITY',
  'SUGGESTION',
] as const satisfies readonly Subject[]

export const SUBJECT_WORDS: Readonly<Record<Subject, string>> = {
  OCCURRENCE: 'Occurrence',
  FATIGUE: 'Fatigue',
  BIRD_STRIKE: 'Bird strike',
  HAZARD: 'Hazard',
  GROUND_DAMAGE: 'Ground damage',
  SECURITY: 'Security',
  SUGGESTION: 'Idea',
}

export const GIVEN_WORDS: Readonly<Record<Confidentiality, { readonly word: string; readonly icon: IconName }>> = {
  OPEN: { word: 'Open', icon: 'eye' },
  CONFIDENTIAL: { word: 'Confidential', icon: 'lock' },
  ANONYMOUS: { word: 'Anonymous', icon: 'lock' },
}

/** "occurrence, mandatory". */
export const kindInWords = ({ subject, legalType }: { subject: Subject; legalType: string }): string =>
  `${SUBJECT_WORDS[subject].toLowerCase()}, ${legalType === 'MANDATORY' ? 'mandatory' : 'voluntary'}`

export const CODE_LISTS = [
  'CATEGORY',
  'PHASE',
  'OCCURRENCE_CLASS',
  'EVENT_TYPE',
  'CAUSE',
  'DAMAGE',
  'INJURY',
  'OWN',
] as const satisfies readonly CodeList[]

export const CODE_LIST_WORDS: Readonly<Record<CodeList, string>> = {
  CATEGORY: 'Category',
  PHASE: 'Phase of flight',
  OCCURRENCE_CLASS: 'Class of occurrence',
  EVENT_TYPE: 'Type of event',
  CAUSE: 'Cause',
  DAMAGE: 'Damage',
  INJURY: 'Injury',
  OWN: 'Own codes',
}

/** A band that an operator called otherwise is shown as it is called. */
const BAND_WORDS: Readonly<Record<string, string>> = {
  ACCEPTABLE: 'acceptable',
  TOLERABLE: 'tolerable, with actions',
  NOT_ACCEPTABLE: 'not acceptable',
}

export const bandInWords = (band: string): string => BAND_WORDS[band] ?? band
