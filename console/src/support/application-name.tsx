/** An application in a table: logo, name as a link to its dossier, kind and provider. */
import { kindInWords } from '../add-ons/kinds.ts'
import { Logo } from '../parts/logo.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import type { Case } from './queries.ts'

type Named = Pick<Case['application'], 'clientId' | 'name' | 'kind' | 'logoPath' | 'providerName'>

export const ApplicationName = ({ application }: { readonly application: Named }) => (
  <span className="row">
    <Logo name={application.name} path={application.logoPath} />
    <span className="two-lines">
      <PlaceLink to={`/applications/${application.clientId}`}>{application.name}</PlaceLink>
      <span className="small muted">
        {kindInWords(application.kind)}, {application.providerName ?? 'registered by the host'}
      </span>
    </span>
  </span>
)
