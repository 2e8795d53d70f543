/** That a flight may not go as planned, and why. */
import { Tag } from '../../parts/tag.tsx'
import { spelled } from '../spelled.ts'

interface AtRiskTagProps {
  readonly reasons: readonly string[]
}

export const AtRiskTag = ({ reasons }: AtRiskTagProps) => (
  <>
    <Tag tone="solid" icon="alert">
      At risk
    </Tag>
    <span className="small muted">{reasons.map((reason) => spelled(reason).toLowerCase()).join(', ')}</span>
  </>
)
