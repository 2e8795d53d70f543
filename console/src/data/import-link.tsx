/** Where there is no record yet, an administrator is led to the import, if files can hold the kind. */
import { Link } from '@tanstack/react-router'
import { useViewer } from '../shell/viewer.ts'

/** The kinds of files, by the records that they hold. */
const FILES: Readonly<Partial<Record<string, 'AIRCRAFT' | 'CREW' | 'CONTACTS' | 'FLIGHTS'>>> = {
  Aircraft: 'AIRCRAFT',
  CrewMember: 'CREW',
  Contact: 'CONTACTS',
  Flight: 'FLIGHTS',
}

export const ImportLink = ({ kind }: { readonly kind: string }) => {
  const { isAdmin } = useViewer()
  const file = FILES[kind]
  return file !== undefined && isAdmin ? (
    <Link to="/import" search={{ kind: file }}>
      Import from a file
    </Link>
  ) : null
}
