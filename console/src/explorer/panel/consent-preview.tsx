/** The consent page that an application would cause with this query, in the words that the page uses. */
import { CopyButton } from '../../parts/copy-button.tsx'
import { ConsentCard, type ConsentLine } from '../../platform/consent-card.tsx'
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

const linesOf = ({ isMore }: Asked, scopes: readonly string[], catalogue: Catalogue): ConsentLine[] =>
  scopes.map((scope) => {
    const words = catalogue.words.get(scope)
    const icon = words?.access === 'write' ? 'pencil' : isMore ? 'plus' : 'eye'
    return { key: scope, icon, text: `${isMore ? 'New: ' : ''}${words?.text ?? scope}` }
  })

const NotGrantable = ({ scopes }: { readonly scopes: readonly string[] }) => (
  <p className="small">
    No application can be given <code>{scopes.join(' ')}</code>: only people signed in at the console have it.
  </p>
)

export const ConsentPreview = ({ catalogue, asker, report }: ConsentPreviewProps) => {
  const asked = askedFor(asker, report)
  const { scopes, isMore } = asked
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
        <ConsentCard
          question={asked.question}
          isSandbox={facts.environment === 'sandbox'}
          lines={linesOf(asked, grantable, catalogue)}
        />
      )}
      {ofPeople.length > 0 && <NotGrantable scopes={ofPeople} />}
      {grantable.length > 0 && <CopyButton text={grantable.join(' ')} label="Copy for scope=" />}
    </div>
  )
}
