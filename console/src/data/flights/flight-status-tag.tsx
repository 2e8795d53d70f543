/** A flight's status: movement stands out, a cancelled flight is faint and says why. Red stays for what failed. */
import { Tag } from '../../parts/tag.tsx'
import { spelled } from '../spelled.ts'
import type { FlightStatus } from './flight-statuses.ts'

const TONE: Partial<Record<FlightStatus, 'info' | 'line' | 'plain'>> = {
  OPTION: 'line',
  OFF_BLOCK: 'info',
  AIRBORNE: 'info',
  LANDED: 'info',
  CANCELLED: 'line',
}

interface FlightStatusTagProps {
  readonly status: FlightStatus
  readonly reason: string | null
}

export const FlightStatusTag = ({ status, reason }: FlightStatusTagProps) => (
  <>
    <Tag tone={TONE[status] ?? 'plain'} {...(status === 'CANCELLED' ? { icon: 'circleCross' } : {})}>
      {spelled(status)}
    </Tag>
    {status === 'CANCELLED' && reason !== null && <span className="small muted">{reason}</span>}
  </>
)
