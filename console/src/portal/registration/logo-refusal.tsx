/** On the page of a new application: it is registered, but its logo was not taken. */
import { useLocation } from '@tanstack/react-router'
import { PlaceLink } from '../../platform/place-link.tsx'
import { Note } from '../../states/note.tsx'
import type { Application } from '../queries.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Why the logo that was sent with a registration was not taken. */
    logoRefusal?: string
  }
}

export const LogoRefusal = ({ application: { clientId, logoPath } }: { readonly application: Application }) => {
  const { logoRefusal } = useLocation().state
  if (logoRefusal === undefined || logoPath !== null) return null
  return (
    <Note tone="fail" icon="circleCross" role="alert">
      <b>It is registered, but its logo was not taken.</b> {logoRefusal}{' '}
      <PlaceLink to={`/applications/${clientId}/registration`}>Send another</PlaceLink>
    </Note>
  )
}
