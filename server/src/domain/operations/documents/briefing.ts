/** What a flight should carry against what is there, and who of its crew has still to read what (data §9.10). */
import type { Problem } from '../../problem.ts'
import type { FlightKind } from '../flights/flight.ts'
import { type Document, type DocumentKind, namesPassengers } from './document.ts'

/** Which kinds of documents the operator wants for a kind of flight. */
export interface RequiredDocument {
  readonly flightKind: FlightKind
  readonly kindList: readonly DocumentKind[]
}

/** Each kind of flight once; of none means the same as leaving it out. */
export const requiredDocumentProblems = (list: readonly RequiredDocument[]): Problem[] => {
  const kinds = new Set(list.map(({ flightKind }) => flightKind))
  return kinds.size === list.length
    ? []
    : [{ path: ['requiredDocumentList'], message: 'Name each kind of flight once, with all its kinds of documents' }]
}

export interface OpenAcknowledgement {
  readonly documentId: string
  readonly crewMemberId: string
}

export interface Briefing {
  readonly flightId: string
  readonly documentList: readonly Document[]
  readonly requiredKindList: readonly DocumentKind[]
  readonly missingKindList: readonly DocumentKind[]
  readonly openAcknowledgementList: readonly OpenAcknowledgement[]
}

/** A person of the crew, as acknowledgements name them. */
interface Reader {
  readonly crewMemberId: string
  readonly userId: string | null
}

interface Read {
  readonly revision: number
  readonly crewMemberId: string | null
  readonly userId: string
}

export interface Briefed {
  readonly flightId: string
  readonly documents: readonly Document[]
  readonly required: readonly DocumentKind[]
  /** Where whoever asks sees no papers that name passengers, none is asked about. */
  readonly seesPassengers: boolean
  readonly crew: readonly Reader[]
  readonly acknowledged: ReadonlyMap<string, readonly Read[]>
}

const isReadBy = (reads: readonly Read[], revision: number, { crewMemberId, userId }: Reader): boolean =>
  reads.some(
    (read) => read.revision === revision && (read.crewMemberId === crewMemberId || (userId && read.userId === userId)),
  )

/** Only what is for crew is for them to read. */
export const briefingOf = ({ flightId, documents, required, ...of }: Briefed): Briefing => {
  const requiredKindList = required.filter((kind) => of.seesPassengers || !namesPassengers(kind))
  const present = new Set(documents.map(({ kind }) => kind))
  const forCrew = documents.filter(({ audienceList }) => audienceList.includes('CREW'))
  return {
    flightId,
    documentList: documents,
    requiredKindList,
    missingKindList: requiredKindList.filter((kind) => !present.has(kind)),
    openAcknowledgementList: forCrew.flatMap(({ documentId, revision }) =>
      of.crew
        .filter((member) => !isReadBy(of.acknowledged.get(documentId) ?? [], revision, member))
        .map(({ crewMemberId }) => ({ documentId, crewMemberId })),
    ),
  }
}
