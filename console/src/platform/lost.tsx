/** A page that is not there, or that could not be shown. */
import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { Empty } from '../states/empty.tsx'
import { Note } from '../states/note.tsx'
import { PlaceLink } from './place-link.tsx'
import { PlatformHead } from './platform-head.tsx'

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
    <Note
      tone="fail"
      icon="circleCross"
      role="alert"
      action={
        <Button size="xs" onClick={reset}>
          Try again
        </Button>
      }
    >
      Its script did not arrive or failed. Check the connection, then try again; where that does not help, reload.
    </Note>
  </>
)
