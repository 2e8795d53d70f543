/** What never changes of an application, as rows of facts. */
import { kindInWords } from '../add-ons/kinds.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import type { Application } from './queries.ts'

export const ApplicationIdentity = ({ application }: { readonly application: Application }) => (
  <>
    <dt>Client ID</dt>
    <dd className="row">
      <code>{application.clientId}</code>
      <CopyButton text={application.clientId} />
    </dd>
    <dt>Kind</dt>
    <dd>
      {kindInWords(application.kind)}
      {application.isPersonal && ', personal'}
    </dd>
  </>
)
