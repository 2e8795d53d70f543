/** The operator's own rules, each with what it does; for administrators. */
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../graph/query.ts'
import { AdminsOnly } from '../shell/admins-only.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { possessive } from '../text/possessive.ts'
import { SETTINGS } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

const Body = () => {
  const query = useQuery(queryOf(SETTINGS, {}))
  return <Loaded query={query}>{({ operatorSettings }) => <SettingsForm settings={operatorSettings} />}</Loaded>
}

export const SettingsPage = () => {
  const { operatorName } = useViewer()
  return (
    <AdminsOnly scope="settings:write" title="Settings">
      <PageHead
        title="Settings"
        about={`${possessive(operatorName)} own rules, in this environment. Each has a default, so that nothing must be set.`}
      />
      <Body />
    </AdminsOnly>
  )
}
