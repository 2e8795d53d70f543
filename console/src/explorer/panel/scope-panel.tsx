/** Before anything is sent: would it be refused, what does it need and where, and what would it have people agree to. */
import { Icon } from '../../parts/icon.tsx'
import { counted } from '../../text/count.ts'
import type { Asker } from '../credential.ts'
import type { Catalogue } from '../reading/catalogue.ts'
import type { Needed, Report, ScopeReport } from '../reading/report.ts'
import { ConsentPreview } from './consent-preview.tsx'
import { RemoveField } from './remove-field.tsx'
import './scope-panel.css'

interface ScopePanelProps {
  readonly catalogue: Catalogue
  readonly asker: Asker | null
  readonly report: Report
}

const distinct = (needs: readonly Needed[]): number => new Set(needs.map(({ scope }) => scope)).size

const verdictOf = (report: ScopeReport, asker: Asker | null): { isBad: boolean; title: string; text: string } => {
  const needs = counted(report.needed.length, 'scope')
  if (!asker) return { isBad: false, title: `Needs ${needs}`, text: 'Choose who asks to see what is missing.' }
  const missing = distinct(report.lacks)
  if (missing > 0) {
    const verb = missing === 1 ? 'is' : 'are'
    const text = `${missing} of ${needs} ${verb} missing. Nothing would run.`
    return { isBad: true, title: 'Will be refused', text }
  }
  const text = report.needed.length === 0 ? 'It needs no scope.' : `It has what it needs: ${needs}.`
  return { isBad: false, title: 'Will run', text }
}

const Verdict = ({ report, asker }: { readonly report: Report; readonly asker: Asker | null }) => {
  if (report.kind === 'empty') {
    return (
      <div className="scope-verdict" role="status">
        <span>Write a query: what it needs stands here.</span>
      </div>
    )
  }
  if (report.kind === 'unreadable') {
    return (
      <div className="scope-verdict scope-verdict-bad" role="status">
        <b className="bad row">
          <Icon name="circleCross" />
          Cannot be read
        </b>
        <span className="small">
          {report.line !== null && `Line ${report.line}: `}
          {report.message}
        </span>
      </div>
    )
  }
  const { isBad, title, text } = verdictOf(report, asker)
  return (
    <div className={isBad ? 'scope-verdict scope-verdict-bad' : 'scope-verdict'} role="status">
      <b className={`row ${isBad ? 'bad' : asker ? 'good' : ''}`}>
        {asker && <Icon name={isBad ? 'circleCross' : 'circleCheck'} />}
        {title}
      </b>
      <span className="small">{text}</span>
    </div>
  )
}

const Place = ({ need }: { readonly need: Needed }) => (
  <span className="small muted">
    {need.place && `line ${need.place.line}, `}
    <code>{need.path}</code>
  </span>
)

const Lacking = ({ report, hasAsker }: { readonly report: ScopeReport; readonly hasAsker: boolean }) => (
  <>
    <h3>{hasAsker ? 'Lacks' : 'Needs'}</h3>
    <ul className="scope-lines">
      {report.lacks.map((need) => (
        <li key={`${need.scope} ${need.path}`} className={hasAsker ? 'scope-lacking' : ''}>
          <span className={hasAsker ? 'bad' : ''}>
            <Icon name="lock" />
          </span>
          <code>{need.scope}</code>
          <Place need={need} />
          {hasAsker && need.place?.isField && <RemoveField path={need.path} place={need.place} />}
        </li>
      ))}
    </ul>
  </>
)

const Having = ({ has }: { readonly has: readonly Needed[] }) => (
  <>
    <h3>Needs, and has</h3>
    <ul className="scope-lines">
      {has.map((need) => (
        <li key={need.scope}>
          <span className="good">
            <Icon name="circleCheck" />
          </span>
          <code>{need.scope}</code>
          <Place need={need} />
        </li>
      ))}
    </ul>
  </>
)

const Perhaps = ({ perhaps }: Pick<ScopeReport, 'perhaps'>) => (
  <>
    <h3>Needed with some values of a variable</h3>
    <ul className="scope-lines">
      {perhaps.map(({ scope, path, variable }) => (
        <li key={`${scope} ${path}`}>
          <Icon name="unused" />
          <code>{scope}</code>
          <span className="small muted">
            <code>${variable}</code> at <code>{path}</code>
          </span>
        </li>
      ))}
    </ul>
  </>
)

const Unneeded = ({ unneeded }: Pick<ScopeReport, 'unneeded'>) => (
  <details className="scope-unneeded">
    <summary>Has, not needed here: {unneeded.length}</summary>
    <ul className="scope-lines">
      {unneeded.map((scope) => (
        <li key={scope}>
          <Icon name="unused" />
          <code>{scope}</code>
        </li>
      ))}
    </ul>
  </details>
)

export const ScopePanel = ({ catalogue, asker, report }: ScopePanelProps) => (
  <section className="explorer-pane scope-panel" aria-labelledby="scopes-title">
    <div className="explorer-pane-title">
      <h2 id="scopes-title">Scopes of this query</h2>
    </div>
    <Verdict report={report} asker={asker} />
    {report.kind === 'read' && (
      <>
        {report.lacks.length > 0 && <Lacking report={report} hasAsker={asker !== null} />}
        {report.has.length > 0 && <Having has={report.has} />}
        {report.perhaps.length > 0 && <Perhaps perhaps={report.perhaps} />}
        {report.unneeded.length > 0 && <Unneeded unneeded={report.unneeded} />}
        <ConsentPreview catalogue={catalogue} asker={asker} report={report} />
      </>
    )}
  </section>
)
