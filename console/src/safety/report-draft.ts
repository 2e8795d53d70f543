/** What somebody writes before it is a report. */
import type { Problems } from '../parts/use-draft.ts'
import { readTime } from '../text/read-time.ts'
import type { Confidentiality, Subject } from './report-words.ts'

export interface Draft {
  readonly subject: Subject
  readonly title: string
  /** As it is typed, in UTC. */
  readonly occurredAt: string
  readonly flightId: string
  readonly airport: string
  readonly narrative: string
  readonly isMandatory: boolean
  readonly confidentiality: Confidentiality
}

export const emptyDraft = (now: string): Draft => ({
  subject: 'OCCURRENCE',
  title: '',
  occurredAt: now,
  flightId: '',
  airport: '',
  narrative: '',
  isMandatory: false,
  confidentiality: 'OPEN',
})

export const LABELS = {
  subject: 'What is it about?',
  title: 'In one line',
  occurredAt: 'When (UTC)',
  flightId: 'Flight',
  airport: 'Where',
  narrative: 'What happened',
  legalType: 'Must be reported by law',
  confidentiality: 'Who may know it was you?',
  uploadIdList: 'Photos and files',
}

export const draftProblems = ({ title, occurredAt, narrative }: Draft): Problems => ({
  ...(title.trim() === '' ? { title: 'Say it in one line.' } : {}),
  ...(readTime(occurredAt) === undefined ? { occurredAt: 'A time such as 12 Nov 2026 09:40Z.' } : {}),
  ...(narrative.trim() === '' ? { narrative: 'Say what happened.' } : {}),
})

export const inputOf = (draft: Draft) => ({
  subject: draft.subject,
  title: draft.title.trim(),
  occurredAt: readTime(draft.occurredAt) ?? '',
  narrative: draft.narrative.trim(),
  legalType: draft.isMandatory ? ('MANDATORY' as const) : ('VOLUNTARY' as const),
  confidentiality: draft.confidentiality,
  ...(draft.flightId === '' ? {} : { flightId: draft.flightId }),
  ...(draft.airport === '' ? {} : { airport: draft.airport }),
})
