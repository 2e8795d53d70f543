/** Whose console this is, in which environment and at which address: never to be mistaken for another's. */
import { Monogram } from '../parts/monogram.tsx'
import { Tag } from '../parts/tag.tsx'
import type { Viewer } from './viewer.ts'
import './tenant-chip.css'

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '')

export const TenantChip = ({ viewer }: { readonly viewer: Viewer }) => {
  const [first = '', ...rest] = hostOf(viewer.origin).split('.')
  return (
    <div className="tenant">
      <Monogram name={viewer.operatorName} />
      <b>{viewer.operatorName}</b>
      <span className="tenant-environment">
        {viewer.environment === 'sandbox' ? <Tag tone="sandbox">Sandbox</Tag> : <Tag tone="line">Production</Tag>}
      </span>
      <span className="tenant-host">
        {first}.<wbr />
        {rest.join('.')}
      </span>
    </div>
  )
}
