/** An address that leads nowhere. */
import { Link } from '@tanstack/react-router'
import { Empty } from '../states/empty.tsx'
import { PageHead } from './page-head.tsx'

export const NotFound = () => (
  <>
    <PageHead title="Nothing here" />
    <div className="panel">
      <Empty icon="search" title="There is no such page" action={<Link to="/">Go to the first page</Link>}>
        The address may be mistyped, or what it showed was removed.
      </Empty>
    </div>
  </>
)
