/** An application on the first page: how far it is, and what it did in fourteen days. */
import { kindInWords } from '../../add-ons/kinds.ts'
import { Logo } from '../../parts/logo.tsx'
import { ModeTag } from '../../platform/mode.tsx'
import { PlaceLink } from '../../platform/place-link.tsx'
import { counted, share } from '../../text/count.ts'
import { nextStepOf } from '../way-to-demo.ts'
import { DaySpark } from './day-spark.tsx'
import type { ListedApplication } from './queries.ts'

const factsOf = ({ measuredUse, connectionList, evidenceList, mode }: ListedApplication): string[] => {
  const { requests, failed } = measuredUse
  const met = evidenceList.filter(({ isMet }) => isMet).length
  return [
    `${counted(requests, 'request')} in 14 d`,
    ...(requests > 0 ? [`${share(failed, requests)} failed or refused`] : []),
    counted(new Set(connectionList.map(({ operatorId }) => operatorId)).size, 'operator'),
    ...(mode === 'production' || mode === 'suspended' ? [] : [`${met} of ${evidenceList.length} lines met`]),
  ]
}

export const ApplicationTile = ({ application }: { readonly application: ListedApplication }) => {
  const next = nextStepOf(application)
  return (
    <li className="app-tile">
      <Logo name={application.name} path={application.logoPath} />
      <div className="stack-tight">
        <span className="row">
          <b>
            <PlaceLink to={`/applications/${application.clientId}`}>{application.name}</PlaceLink>
          </b>
          <ModeTag mode={application.mode} />
        </span>
        <span className="small muted">
          {kindInWords(application.kind)}
          {application.secretList.length === 0 && ' · no secret yet'}
        </span>
        <p className="small">
          <b>Next:</b>{' '}
          <PlaceLink to={`/applications/${application.clientId}${next.path}`}>
            {next.name}
            <span className="unseen">, {application.name}</span>
          </PlaceLink>
        </p>
      </div>
      <DaySpark days={application.measuredUse.dayList} />
      <ul className="app-facts small number">
        {factsOf(application).map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </li>
  )
}
