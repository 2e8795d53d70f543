/** A link within this side of Airside: a plain link that the router follows without loading the page again. */
import { useQueryClient } from '@tanstack/react-query'
import type { HistoryState } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { leaveFor } from './leave.ts'
import { useRouterHere } from './router-here.ts'

interface PlaceLinkProps {
  /** Below /console, e.g. `/register`. */
  readonly to: string
  readonly className?: string
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

/** Another button or a key held down means another tab or window: the browser does that. */
const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** `told` is what the place there shows of what happened here; it is kept with the entry of the browser's history. */
export const usePlace = (): ((to: string, told?: HistoryState) => void) => {
  const router = useRouterHere()
  const queries = useQueryClient()
  return (to, told) => {
    const address = `/console${to}`
    if (router) router.history.push(address, told)
    else leaveFor(address, queries)
  }
}

export const PlaceLink = ({ to, className, isCurrent = false, children }: PlaceLinkProps) => {
  const go = usePlace()
  return (
    <a
      href={`/console${to}`}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        go(to)
      }}
    >
      {children}
    </a>
  )
}
