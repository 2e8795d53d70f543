/** A flight's status: movement stands out, a cancelled flight is red. */
import { Tag } from '../parts/tag.tsx'
import type { FlightStatus } from './flight-search.ts'
import { spelled } from './spelled.ts'

const TONE: Partial<Record<FlightStatus, 'info' | 'fail' | 'line' | 'plain'>> = {
  OPTION: 'line',
  OFF_BLOCK: 'info',
  AIRBORNE: 'info',
  LANDED: 'info',
  CANCELLED: 'fail',
}

export const FlightStatusTag = ({ status }: { readonly status: FlightStatus }) => (
  <Tag tone={TONE[status] ?? 'plain'}>{spelled(status)}</Tag>
)
