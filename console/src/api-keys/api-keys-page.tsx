/** API keys: for the operator's own systems, in this environment only, never among the add-ons (access-model §6). */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { queryOf } from '../graph/query.ts'
import { Icon } from '../parts/icon.tsx'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { KeyDrawer } from './key-drawer.tsx'
import { KeyTable } from './key-table.tsx'
import { NewKeyDrawer } from './new-key/new-key-drawer.tsx'
import { API_KEYS } from './queries.ts'

const REFRESH_MS = 30_000

const Keys = () => {
  const search = useSearch({ from: '/api-keys' })
  const navigate = useNavigate({ from: '/api-keys' })
  const includeRevoked = search.revoked === true
  const query = useQuery({ ...queryOf(API_KEYS, { includeRevoked }), refetchInterval: REFRESH_MS })
  const close = () => navigate({ search: includeRevoked ? { revoked: true } : {} })
  return (
    <>
      <Loaded query={query}>
        {({ apiKeyList }) => <KeyTable keys={apiKeyList} includeRevoked={includeRevoked} />}
      </Loaded>
      <p className="small muted">
        A key’s secret is shown once, when it is made. Lost it? Rotate the key: the old one keeps working for the
        overlap you choose.
      </p>
      <NewKeyDrawer isOpen={search.new === true} onClose={close} />
      <KeyDrawer apiKeyId={search.key} onClose={close} />
    </>
  )
}

export const ApiKeysPage = () => {
  const viewer = useViewer()
  const navigate = useNavigate({ from: '/api-keys' })
  return (
    <AdminsOnly scope="api-key:read" title="API keys">
      <PageHead
        title="API keys"
        about="For your own systems, on this operator and in this environment only. Keys never appear under Add-ons."
        actions={
          mayDo(viewer, 'api-key:write') && (
            <Button
              variant="filled"
              leftSection={<Icon name="plus" />}
              onClick={() => navigate({ search: { new: true } })}
            >
              New key
            </Button>
          )
        }
      />
      <Keys />
    </AdminsOnly>
  )
}
