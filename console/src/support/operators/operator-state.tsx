/** Shows whether an operator's address is open, suspended or deleted. */
import { Tag } from '../../parts/tag.tsx'

interface OperatorStateProps {
  readonly at: { readonly isSuspended: boolean; readonly deletedAt: string | null }
}

export const OperatorState = ({ at: { isSuspended, deletedAt } }: OperatorStateProps) => {
  if (deletedAt !== null) return <Tag tone="line">Deleted</Tag>
  return isSuspended ? <Tag tone="fail">Suspended</Tag> : <Tag tone="good">Open</Tag>
}
