/** A page that is not there, or that could not be shown. */
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Empty } from '../states/empty.tsx'
import { PageFailureNote } from '../states/page-failure-note.tsx'
import { PlaceLink } from './place-link.tsx'
import { PlatformHead } from './platform-head.tsx'

interface NoSuchProps {
  /** "operator nobody": what the address asks for. */
  readonly what: string
  /** Below /console. */
  readonly list: string
  readonly listName: string
}

/** Its page is there, and what it is about is not. */
export const NoSuch = ({ what, list, listName }: NoSuchProps) => (
  <>
    <PlatformHead title={`There is no ${what}`} />
    <div className="panel">
      <Empty icon="search" title="It may be mistyped" action={<PlaceLink to={list}>{listName}</PlaceLink>}>
        Ctrl K finds it by a part of its name.
      </Empty>
    </div>
  </>
)

export const PlatformNotFound = () => (
  <>
    <PlatformHead title="There is no such page" />
    <div className="panel">
      <Empty
        icon="search"
        title="Nothing is at this address"
        action={<PlaceLink to="/">Go to the first page</PlaceLink>}
      >
        It may have moved, or the link is mistyped.
      </Empty>
    </div>
  </>
)

export const PlatformFailure = ({ reset }: ErrorComponentProps) => (
  <>
    <PlatformHead title="This page could not be shown" />
    <PageFailureNote onRetry={reset} />
  </>
)
