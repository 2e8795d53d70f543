/** The query by which an application or a key reads the same record. */
import { CopyButton } from '../parts/copy-button.tsx'
import { Section } from './record-parts.tsx'

interface QueryShownProps {
  readonly text: string
  readonly scopes: readonly string[]
}

export const QueryShown = ({ text, scopes }: QueryShownProps) => (
  <Section title="The query that reads this">
    <pre className="code-lines">{text}</pre>
    <p className="small muted">
      Needs{' '}
      {scopes.map((scope) => (
        <span key={scope}>
          <code>{scope}</code>{' '}
        </span>
      ))}
    </p>
    <CopyButton text={text} />
  </Section>
)
