/** Shows the operator, its address, and a link to its other environment. */
import { Icon } from '../parts/icon.tsx'
import { Monogram } from '../parts/monogram.tsx'
import type { Viewer } from './viewer.ts'
import './tenant-chip.css'

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '')

/** The same operator's address in the other environment, which has its own users and sessions. */
export const otherOrigin = ({ origin, environment, operatorId }: Viewer): string => {
  const [scheme = '', host = ''] = origin.split('://')
  const rest = host.slice(operatorId.length + 1)
  return environment === 'sandbox'
    ? `${scheme}://${operatorId}.${rest.replace(/^sandbox\./, '')}`
    : `${scheme}://${operatorId}.sandbox.${rest}`
}

const Environment = ({ viewer }: { readonly viewer: Viewer }) => {
  const isSandbox = viewer.environment === 'sandbox'
  const other = `${otherOrigin(viewer)}/console/`
  const sandbox = (
    <>
      <Icon name="flask" />
      Sandbox
    </>
  )
  return (
    <nav className="environment" aria-label="Switch environment">
      {isSandbox ? <a href={other}>Production</a> : <span aria-current="true">Production</span>}
      {isSandbox ? (
        <span aria-current="true" className="environment-sandbox">
          {sandbox}
        </span>
      ) : (
        <a href={other}>{sandbox}</a>
      )}
    </nav>
  )
}

export const TenantChip = ({ viewer }: { readonly viewer: Viewer }) => {
  const [first = '', ...rest] = hostOf(viewer.origin).split('.')
  return (
    <div className="tenant">
      <Monogram name={viewer.operatorName} />
      <b>{viewer.operatorName}</b>
      <span className="tenant-host">
        {first}.<wbr />
        {rest.join('.')}
      </span>
      <Environment viewer={viewer} />
    </div>
  )
}
