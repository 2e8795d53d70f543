/** What some kinds show beyond their descriptions. A kind that needs nothing more is not named here. */
import { AircraftSections } from './aircraft/aircraft-sections.tsx'
import { FLEET_COLUMNS } from './aircraft/fleet-columns.tsx'
import type { OwnColumns } from './columns.tsx'
import { CREW_COLUMNS } from './crew/crew-columns.tsx'
import { CrewSections } from './crew/crew-sections.tsx'
import { DOCUMENT_COLUMNS } from './document/document-columns.tsx'
import { DocumentHead, DocumentSections } from './document/document-sections.tsx'
import { NewDocument } from './document/new-document.tsx'
import type { OwnSections } from './record-detail.tsx'
import type { OwnNew } from './record-form.tsx'

interface OwnParts {
  readonly list?: OwnColumns
  /** Above its fields. */
  readonly Head?: OwnSections
  readonly Sections?: OwnSections
  /** In place of the form that makes one. */
  readonly New?: OwnNew
}

export const OWN_PARTS: Readonly<Partial<Record<string, OwnParts>>> = {
  Aircraft: { list: FLEET_COLUMNS, Sections: AircraftSections },
  Document: { list: DOCUMENT_COLUMNS, Head: DocumentHead, Sections: DocumentSections, New: NewDocument },
  CrewMember: { list: CREW_COLUMNS, Sections: CrewSections },
}
