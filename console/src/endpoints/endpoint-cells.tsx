/** Cells that every list of endpoints has: which it is, and what it hears. */
import type { LinkProps } from '@tanstack/react-router'
import { Link } from '@tanstack/react-router'
import { Cell, NameCell } from '../parts/table.tsx'
import { counted } from '../text/count.ts'
import { nameOf, shortUrl } from './endpoint.ts'
import { entityLabels } from './heard.ts'
import type { HearingSet } from './hearing.ts'

interface EndpointNameProps {
  readonly endpoint: { readonly url: string; readonly description: string }
  readonly link: LinkProps
}

export const EndpointName = ({ endpoint, link }: EndpointNameProps) => (
  <NameCell>
    <span className="two-lines">
      <Link className="entity-link" {...link}>
        {nameOf(endpoint)}
      </Link>
      <span className="small muted mono url-line">{shortUrl(endpoint.url)}</span>
    </span>
  </NameCell>
)

export const HearsCell = ({ endpoint }: { readonly endpoint: HearingSet }) => (
  <Cell label="Hears">
    <span className="two-lines">
      <span>{entityLabels(endpoint.entityList)}</span>
      <span className="small muted">
        {endpoint.fieldList === null ? 'all fields' : counted(endpoint.fieldList.length, 'field')}
        {endpoint.query !== null && ', with a query'}
      </span>
    </span>
  </Cell>
)
