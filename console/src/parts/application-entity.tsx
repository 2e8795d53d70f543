/** An application in a table: its logo, its name, and what else is said below the name. */
import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

interface ApplicationEntityProps {
  readonly name: string
  readonly logoPath: string | null
  /** In place of the plain name. */
  readonly shownName?: ReactNode
  readonly below?: ReactNode
}

export const ApplicationEntity = ({ name, logoPath, shownName = name, below }: ApplicationEntityProps) => (
  <span className="entity">
    <Logo name={name} path={logoPath} />
    {below === undefined ? (
      shownName
    ) : (
      <span className="two-lines">
        {shownName}
        {below}
      </span>
    )}
  </span>
)
