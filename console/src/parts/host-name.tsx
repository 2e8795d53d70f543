/** The host of an address, which breaks after its dots and nowhere else where it must. */
import { Fragment } from 'react'

export const HostName = ({ host }: { readonly host: string }) => (
  <span className="tenant-host">
    {host.split('.').map((part, index) => (
      <Fragment key={part}>
        {index > 0 && '.'}
        <wbr />
        {part}
      </Fragment>
    ))}
  </span>
)
