/** A link of the rail: loaded ahead and followed by the router; a plain one in the explorer, which has none. */
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRouterHere } from '../platform/router-here.ts'

interface RailLinkProps {
  readonly to: NonNullable<LinkProps['to']>
  readonly className?: string
  readonly children: ReactNode
}

export const RailLink = ({ to, className, children }: RailLinkProps) => {
  if (!useRouterHere()) {
    return (
      <a href={`/console${to}`} className={className}>
        {children}
      </a>
    )
  }
  return (
    <Link
      to={to}
      className={className}
      activeProps={{ 'aria-current': 'page' }}
      activeOptions={{ includeSearch: false }}
    >
      {children}
    </Link>
  )
}
