/** What somebody does aboard. */
import { CREW_POSITION } from '../../../../domain/operations/crew/crew.ts'
import { enumOf } from '../../records/record-enum.ts'

export const CrewPosition = enumOf(CREW_POSITION)
