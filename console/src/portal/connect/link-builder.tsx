/** Step 1 and 2: what to ask for, and the link that asks for it, built live and explained. */
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { kindInWords } from '../../add-ons/kinds.ts'
import { queryOf } from '../../graph/query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Cell, NameCell, Row, Table } from '../../parts/table.tsx'
import { ConsentCard } from '../../platform/consent-card.tsx'
import type { Application } from '../queries.ts'
import { type Attempt, keepAttempt } from './attempt.ts'
import { AUTHORIZE_PATH, linkOf, type Parameter, parametersOf } from './link.ts'
import { LinkFields } from './link-fields.tsx'
import { CONSENT_DENIALS } from './queries.ts'
import { countsInWords, ScopeChoice } from './scope-choice.tsx'
import { useLinkDraft } from './use-link-draft.ts'

interface LinkBuilderProps {
  readonly application: Application
  readonly sandbox: { readonly name: string; readonly origin: string }
  readonly callbackUri: string
  /** Called when the link is opened or copied: only then an answer can come. */
  readonly onUsed: (attempt: Attempt) => void
}

const Parts = ({ origin, parameters }: { readonly origin: string; readonly parameters: readonly Parameter[] }) => (
  <p className="code-lines" data-testid="link">
    {origin}
    <wbr />
    {AUTHORIZE_PATH}
    {parameters.map(({ name, value }, index) => (
      <span key={name} className="link-part">
        {index === 0 ? '?' : '&'}
        <b>{name}</b>={encodeURIComponent(value)}
      </span>
    ))}
  </p>
)

const Explained = ({ parameters }: { readonly parameters: readonly Parameter[] }) => (
  <Table label="Parameters of the link" columns={['Parameter', 'Value', 'Why']} fitsFrom={560}>
    {parameters.map(({ name, value, why }) => (
      <Row key={name}>
        <NameCell>
          <code>{name}</code>
        </NameCell>
        <Cell label="Value">
          <span className="mono small connect-value">{value}</span>
        </Cell>
        <Cell label="Why" isMuted>
          <span className="small">{why}</span>
        </Cell>
      </Row>
    ))}
  </Table>
)

/** While another choice is asked about, what stood there stays. */
const useDenied = (clientId: string, scopeList: readonly string[]): readonly string[] => {
  const { data } = useQuery({
    ...queryOf(CONSENT_DENIALS, { clientId, scopeList: [...scopeList] }),
    placeholderData: keepPreviousData,
  })
  return data?.application?.consentDenialList ?? []
}

export const LinkBuilder = ({ application, sandbox, callbackUri, onUsed }: LinkBuilderProps) => {
  const { draft, attempt, challenge, change } = useLinkDraft({
    application,
    sandboxOrigin: sandbox.origin,
    callbackUri,
  })
  const parameters = parametersOf(attempt, challenge)
  const link = linkOf(attempt.origin, parameters)
  const chosen = application.scopeCeilingList.filter(({ name }) => draft.scopes.has(name))
  const isGiven = chosen.length > 0 && draft.state !== ''
  const isWhole = isGiven && (draft.verifier === null || challenge !== null)
  const isOwn = attempt.origin === sandbox.origin
  const denied = useDenied(application.clientId, attempt.scopes)
  const use = () => {
    keepAttempt(attempt)
    onUsed(attempt)
  }
  return (
    <div className="connect-columns">
      <div className="stack">
        <Panel title="1 · What to ask for" aside={<span className="small">{countsInWords(chosen)}</span>}>
          <ScopeChoice
            kind={kindInWords(application.kind).toLowerCase()}
            ceiling={application.scopeCeilingList}
            chosen={draft.scopes}
            onChange={(scopes) => change({ scopes })}
          />
          <p className="panel-foot small muted">
            A dash: its kind may not ask for it. Each scope is one more line that a person has to trust, so ask for what
            you use.
          </p>
        </Panel>
        <Panel title="The consent page it causes">
          <div className="panel-body">
            <ConsentCard
              question={`Allow ${application.name} to connect to ${isOwn ? sandbox.name : new URL(attempt.origin).host}?`}
              isSandbox={isOwn}
              lines={chosen.map(({ name, access, text }) => ({
                key: name,
                icon: access === 'write' ? 'pencil' : 'eye',
                text: access === 'write' ? <b>{text}</b> : text,
              }))}
              denied={denied}
            />
          </div>
        </Panel>
      </div>
      <Panel title="2 · The link">
        <div className="panel-body stack">
          <LinkFields
            application={application}
            sandbox={sandbox}
            callbackUri={callbackUri}
            draft={draft}
            change={change}
          />
          <Parts origin={attempt.origin} parameters={parameters} />
          {!isGiven && <p className="small bad">Pick at least one scope and give a state: then the link works.</p>}
          {isWhole && (
            <div className="row">
              <Button component="a" variant="filled" href={link} onClick={use} leftSection={<Icon name="external" />}>
                Open it
              </Button>
              <CopyButton text={link} label="Copy the link" onPress={use} />
              {isOwn && (
                <span className="small muted">
                  You decide there as its administrator. Not signed in there yet? Open its console from your first page
                  once, and come back.
                </span>
              )}
            </div>
          )}
        </div>
        <Explained parameters={parameters} />
      </Panel>
    </div>
  )
}
