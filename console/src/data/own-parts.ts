/** What some kinds show beyond their descriptions. A kind that needs nothing more is not named here. */
import { lazily } from '../parts/lazily.ts'
import { FLEET_COLUMNS } from './aircraft/fleet-columns.tsx'
import type { OwnColumns } from './columns.tsx'
import { CREW_COLUMNS } from './crew/crew-columns.tsx'
import { DOCUMENT_COLUMNS } from './document/document-columns.tsx'
import type { Row } from './kinds.ts'
import type { OwnSections } from './record-detail.tsx'
import type { OwnNew } from './record-form.tsx'

interface OwnParts {
  readonly list?: OwnColumns
  /** Above its fields. */
  readonly Head?: OwnSections
  readonly Sections?: OwnSections
  /** In place of the form that makes one. */
  readonly New?: OwnNew
  /** In place of its changes: why this one is changed elsewhere; null where it is not. */
  readonly changedElsewhere?: (row: Row) => string | null
}

/** What a record shows is loaded when one is opened: the list does not wait for it. */
const AircraftSections = lazily(() => import('./aircraft/aircraft-sections.tsx'), 'AircraftSections')
const CrewSections = lazily(() => import('./crew/crew-sections.tsx'), 'CrewSections')
const NewDocument = lazily(() => import('./document/new-document.tsx'), 'NewDocument')
const documentSections = () => import('./document/document-sections.tsx')
const DocumentHead = lazily(documentSections, 'DocumentHead')
const DocumentSections = lazily(documentSections, 'DocumentSections')

const SafetyHead = lazily(() => import('./safety/safety-head.tsx'), 'SafetyHead')

export const OWN_PARTS: Readonly<Partial<Record<string, OwnParts>>> = {
  Aircraft: { list: FLEET_COLUMNS, Sections: AircraftSections },
  Document: { list: DOCUMENT_COLUMNS, Head: DocumentHead, Sections: DocumentSections, New: NewDocument },
  Duty: {
    changedElsewhere: ({ kind }) =>
      kind === 'FLIGHT' ? 'It follows from its flights: change who flies, and it changes with them.' : null,
  },
  SafetyReport: { Head: SafetyHead },
  CrewMember: { list: CREW_COLUMNS, Sections: CrewSections },
}
