/** One request: how it ended, what it asked and needed, from where; its values were never kept. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RecordDrawer } from '../data/record-drawer.tsx'
import { Facts, Section } from '../data/record-parts.tsx'
import { queryOf } from '../graph/query.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Moment } from '../parts/moment.tsx'
import { RequestOutcome } from '../parts/request-outcome.tsx'
import { Note } from '../states/note.tsx'
import { grouped } from '../text/count.ts'
import { REQUEST, type RequestDetail } from './queries.ts'

const Actor = ({ request }: { readonly request: RequestDetail }) => {
  const name = request.actorName ?? request.actorId
  return request.actorKind === 'api-key' ? (
    <>
      API key{' '}
      <Link to="/api-keys" search={{ key: request.actorId }}>
        {name}
      </Link>
    </>
  ) : (
    <Link to="/add-ons/$clientId" params={{ clientId: request.actorId }}>
      {name}
    </Link>
  )
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Why it was refused or failed, and what its program can do. */
const Why = ({ request }: { readonly request: RequestDetail }) => {
  const { meaning, reason, remedy, errorPath } = request
  if (meaning === null && reason === null && errorPath === null) return null
  return (
    <Note tone="attention" icon="alert">
      <b>{sentence(reason ?? meaning ?? `The server refused it with ${request.code}`)}</b>{' '}
      {errorPath !== null && (
        <>
          At <code>{errorPath}</code>.{' '}
        </>
      )}
      {reason !== null && meaning !== null && `${sentence(meaning)} `}
      {remedy}
    </Note>
  )
}

const Detail = ({ request }: { readonly request: RequestDetail }) => (
  <div className="stack">
    <RequestOutcome request={request} />
    <Why request={request} />
    <Facts
      facts={[
        { name: 'Request id', value: <code>{request.requestId}</code> },
        { name: 'By', value: <Actor request={request} /> },
        { name: 'When', value: <Moment at={request.at} as="full" /> },
        { name: 'Took', value: `${grouped(request.tookMs)} ms` },
        { name: 'Cost', value: request.cost === null ? null : grouped(request.cost) },
        {
          name: 'Scopes it needed',
          value: request.scopeList.length > 0 ? <code>{request.scopeList.join(' ')}</code> : null,
        },
        { name: 'From', value: request.address && <code>{request.address}</code> },
        { name: 'Agent', value: request.agent ?? 'it did not say' },
      ]}
    />
    <Link to="/audit-log" search={{ q: request.requestId }}>
      What the audit log has of this request
    </Link>
    <CopyButton text={request.requestId} label="Copy the request id" />
    <Section title="Operation" aside="literals hidden, values of variables never kept">
      {request.document === null ? (
        <p className="muted">Its text was not kept, or could not be read.</p>
      ) : (
        <pre className="code-lines">{request.document}</pre>
      )}
    </Section>
  </div>
)

interface RequestDrawerProps {
  readonly requestId: string | undefined
  readonly list: readonly string[]
  readonly onOpen: (requestId: string | undefined) => void
}

export const RequestDrawer = ({ requestId, list, onOpen }: RequestDrawerProps) => {
  const query = useQuery({ ...queryOf(REQUEST, { requestId: requestId ?? '' }), enabled: requestId !== undefined })
  const [found] = query.data?.loggedRequestList.nodeList ?? []
  return (
    <RecordDrawer title={found?.operation ?? 'Request'} open={requestId} list={list} query={query} onOpen={onOpen}>
      {({ loggedRequestList: { nodeList } }) => (nodeList[0] ? <Detail request={nodeList[0]} /> : null)}
    </RecordDrawer>
  )
}
