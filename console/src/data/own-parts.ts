/** What some kinds show beyond their descriptions. A kind that needs nothing more is not named here. */
import { lazy } from 'react'
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
const AircraftSections = lazy(() =>
  import('./aircraft/aircraft-sections.tsx').then(({ AircraftSections: component }) => ({ default: component })),
)
const CrewSections = lazy(() =>
  import('./crew/crew-sections.tsx').then(({ CrewSections: component }) => ({ default: component })),
)
const NewDocument = lazy(() =>
  import('./document/new-document.tsx').then(({ NewDocument: component }) => ({ default: component })),
)
const documentSections = () => import('./document/document-sections.tsx')
const DocumentHead = lazy(() => documentSections().then(({ DocumentHead: component }) => ({ default: component })))
const DocumentSections = lazy(() =>
  documentSections().then(({ DocumentSections: component }) => ({ default: component })),
)

const SafetyHead = lazy(() =>
  import('./safety/safety-head.tsx').then(({ SafetyHead: component }) => ({ default: component })),
)

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
