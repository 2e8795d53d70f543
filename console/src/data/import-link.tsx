/** Where there is no record yet, an administrator is led to the import. */
import { Link } from '@tanstack/react-router'
import { useViewer } from '../shell/viewer.ts'

interface ImportLinkProps {
  readonly kind: 'AIRCRAFT' | 'CREW' | 'FLIGHTS'
  readonly children: string
}

export const ImportLink = ({ kind, children }: ImportLinkProps) =>
  useViewer().isAdmin ? (
    <Link to="/import" search={{ kind }}>
      {children}
    </Link>
  ) : null
