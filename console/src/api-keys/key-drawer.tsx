/** One key beside the list: how it is used, and renaming, rotating, revoking it. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecentRequests } from '../add-ons/usage/recent-requests.tsx'
import { useIsUnderWay } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Panel } from '../parts/panel.tsx'
import { ScopeUseList } from '../parts/scope-use-list.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Empty } from '../states/empty.tsx'
import { Loaded } from '../states/loaded.tsx'
import { KeyActions } from './key-actions.tsx'
import { KeyFacts } from './key-facts.tsx'
import { isFresh, type MadeSecret } from './new-key/fresh-secret.ts'
import { SecretLost } from './new-key/secret-lost.tsx'
import { ShownOnce } from './new-key/shown-once.tsx'
import { API_KEY, API_KEY_ROTATE, type ApiKey } from './queries.ts'

interface KeyDetailProps {
  readonly apiKey: ApiKey
  readonly onRotated: (made: MadeSecret) => void
}

const RECENT = 10

const KeyDetail = ({ apiKey, onRotated }: KeyDetailProps) => {
  const viewer = useViewer()
  return (
    <div className="form">
      <KeyFacts apiKey={apiKey} />
      {mayDo(viewer, 'api-key:write') && apiKey.state !== 'REVOKED' && (
        <KeyActions apiKey={apiKey} onRotated={onRotated} />
      )}
      <Panel title="What it may do" aside={<span className="small muted">used in 30 days</span>}>
        <ScopeUseList scopes={apiKey.scopeList} since={apiKey.createdAt} />
      </Panel>
      <RecentRequests requests={apiKey.recentRequestList.slice(0, RECENT)} />
    </div>
  )
}

interface KeyDrawerProps {
  readonly apiKeyId: string | undefined
  readonly onClose: () => void
}

export const KeyDrawer = ({ apiKeyId, onClose }: KeyDrawerProps) => {
  const [made, setMade] = useState<MadeSecret | null>(null)
  const query = useQuery({ ...queryOf(API_KEY, { apiKeyId: apiKeyId ?? '' }), enabled: apiKeyId !== undefined })
  const isRotating = useIsUnderWay(API_KEY_ROTATE)
  const close = () => {
    setMade(null)
    onClose()
  }
  return (
    <SideDrawer
      title={query.data?.apiKey?.label ?? 'API key'}
      isOpen={apiKeyId !== undefined}
      isClosable={!isRotating && (made === null || !isFresh(made))}
      onClose={close}
    >
      {made !== null && isFresh(made) && (
        <ShownOnce fresh={made} awaits="first use of the new token" onDone={() => setMade(null)} />
      )}
      {made !== null && !isFresh(made) && <SecretLost lost={made} onMade={setMade} onClose={() => setMade(null)} />}
      {made === null && (
        <Loaded query={query} rows={3}>
          {({ apiKey }) =>
            apiKey ? (
              <KeyDetail apiKey={apiKey} onRotated={setMade} />
            ) : (
              <Empty icon="key" title="There is no such key" />
            )
          }
        </Loaded>
      )}
    </SideDrawer>
  )
}
