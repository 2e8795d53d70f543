/** What a person reads on our page before they say that they have read some documents (data §9.6). */
import { dayInWords } from '../../day-in-words.ts'
import type { Paper } from '../logs/paper.ts'
import type { Document } from './document.ts'

const counted = (count: number): string => (count === 1 ? 'this document' : `these ${count} documents`)

const title = ({ title: called, revision }: Document): string => `${called}, revision ${revision}`

export const paperOfAcknowledgement = (documents: readonly Document[]): Paper => ({
  question: `Have you read ${counted(documents.length)}?`,
  name: `Read: ${documents.slice(0, 3).map(title).join('; ')}${documents.length > 3 ? ` and ${documents.length - 3} more` : ''}`,
  act: 'Acknowledge',
  done: 'Acknowledged',
  heading: documents.length === 1 ? '1 document' : `${documents.length} documents`,
  day: dayInWords(Math.max(...documents.map(({ updatedAt }) => updatedAt))),
  note: 'These revisions and no others: the next one of each asks anew.',
  timeList: [],
  lineList: documents.map((document) => ({
    label: document.kind,
    text: `${title(document)}\n${document.sha256.slice(0, 16)}…`,
  })),
  thenList: ['The operator sees that you have read these revisions, and when'],
  notList: ['Agree to anything else'],
})
