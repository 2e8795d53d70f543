/** The consent page that an application would cause with this query, in the words that the page uses. */
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { Asker } from '../credential.ts'
import { facts } from '../facts.ts'
import type { Catalogue } from '../reading/catalogue.ts'
import type { ScopeReport } from '../reading/report.ts'

interface ConsentPreviewProps {
  readonly catalogue: Catalogue
  readonly asker: Asker | null
  readonly report: ScopeReport
}

interface Asked {
  readonly question: string
  readonly scopes: readonly string[]
  readonly isMore: boolean
}

/** An application that is connected asks for what is new; any other one for everything that the query needs. */
const askedFor = (asker: Asker | null, report: ScopeReport): Asked => {
  const name = asker?.applicationName ?? null
  if (name === null) {
    const question = `Allow your application to connect to ${facts.operatorName}?`
    return { question, scopes: report.needed, isMore: false }
  }
  const scopes = [...new Set(report.lacks.map(({ scope }) => scope))]
  return { question: `Allow ${name} more access to ${facts.operatorName}?`, scopes, isMore: true }
}

const Lines = ({
  scopes,
  catalogue,
  isMore,
}: Pick<Asked, 'scopes' | 'isMore'> & Pick<ConsentPreviewProps, 'catalogue'>) => (
  <ul className="consent-lines">
    {scopes.map((scope) => {
      const words = catalogue.words.get(scope)
      const isWrite = words?.access === 'write'
      return (
        <li key={scope} className="small">
          <Icon name={isWrite ? 'pencil' : isMore ? 'plus' : 'eye'} />
          <span>
            {isMore && 'New: '}
            {words?.text ?? scope}
          </span>
        </li>
      )
    })}
  </ul>
)

const NotGrantable = ({ scopes }: { readonly scopes: readonly string[] }) => (
  <p className="small">
    No application can be given <code>{scopes.join(' ')}</code>: only people signed in at the console have it.
  </p>
)

export const ConsentPreview = ({ catalogue, asker, report }: ConsentPreviewProps) => {
  const { question, scopes, isMore } = askedFor(asker, report)
  const grantable = scopes.filter((scope) => catalogue.words.get(scope)?.isGrantable ?? true)
  const ofPeople = scopes.filter((scope) => !grantable.includes(scope))
  return (
    <div className="consent-preview">
      <h3>The consent page it would cause</h3>
      {grantable.length === 0 && (
        <p className="small muted">
          {isMore ? 'None: nothing new is asked.' : 'None: it needs nothing that is asked for.'}
        </p>
      )}
      {grantable.length > 0 && (
        <div className="consent-card">
          {facts.environment === 'sandbox' && (
            <div className="consent-sandbox">
              <Icon name="flask" />
              SANDBOX
            </div>
          )}
          <div className="consent-question">
            <b>{question}</b>
            <Lines scopes={grantable} catalogue={catalogue} isMore={isMore} />
          </div>
        </div>
      )}
      {ofPeople.length > 0 && <NotGrantable scopes={ofPeople} />}
      {grantable.length > 0 && <CopyButton text={grantable.join(' ')} label="Copy for scope=" />}
    </div>
  )
}
