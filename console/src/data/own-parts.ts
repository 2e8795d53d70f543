/** What some kinds show beyond their descriptions. A kind that needs nothing more is not named here. */
import { AircraftSections } from './aircraft/aircraft-sections.tsx'
import { FLEET_COLUMNS } from './aircraft/fleet-columns.tsx'
import type { OwnColumns } from './columns.tsx'
import { CREW_COLUMNS } from './crew/crew-columns.tsx'
import { CrewSections } from './crew/crew-sections.tsx'
import type { OwnSections } from './record-detail.tsx'

interface OwnParts {
  readonly list?: OwnColumns
  readonly Sections?: OwnSections
}

export const OWN_PARTS: Readonly<Partial<Record<string, OwnParts>>> = {
  Aircraft: { list: FLEET_COLUMNS, Sections: AircraftSections },
  CrewMember: { list: CREW_COLUMNS, Sections: CrewSections },
}
