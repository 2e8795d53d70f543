/** For which contacts a flight support application answers; an administrator changes them here. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { spelled } from '../data/spelled.ts'
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { SideDrawer } from '../parts/side-drawer.tsx'
import { mayDo, useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { ProviderChoice } from './provider-choice.tsx'
import { providerName, providersQuery } from './providers.ts'
import type { AddOn } from './queries.ts'
import '../parts/scope-use-list.css'

const Answers = ({ addOn }: { readonly addOn: AddOn }) => {
  const viewer = useViewer()
  const [isChanging, setChanging] = useState(false)
  const mayList = mayDo(viewer, 'contact:read')
  const query = useQuery({ ...providersQuery, enabled: mayList })
  const { providerContactList: bound, name } = addOn
  const kindOf = (id: string) => query.data?.find(({ contactId }) => contactId === id)?.kind
  return (
    <Panel
      title={`${name} answers for`}
      hint={query.data && `${bound.length} of ${query.data.length}`}
      aside={
        mayList &&
        mayDo(viewer, 'add-on:write') && (
          <Button size="xs" onClick={() => setChanging(true)}>
            Change
          </Button>
        )
      }
    >
      {bound.length === 0 ? (
        <p className="panel-body muted">Nobody yet: it sees no requests.</p>
      ) : (
        <ul className="scope-list">
          {bound.map((contact) => (
            <li key={contact.contactId}>
              <Icon name="check" />
              <span>{providerName(contact)}</span>
              <span className="scope-use">{spelled(kindOf(contact.contactId) ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="panel-foot small muted">
        Taking one off: its requests are closed to {name} at once. Requests stay yours.
      </p>
      <SideDrawer title={`${name} answers for`} isOpen={isChanging} onClose={() => setChanging(false)}>
        <Loaded query={query}>
          {(providers) => <ProviderChoice addOn={addOn} providers={providers} onClose={() => setChanging(false)} />}
        </Loaded>
      </SideDrawer>
    </Panel>
  )
}

/** Nothing for an application that answers for nobody. */
export const AnswersFor = ({ addOn }: { readonly addOn: AddOn }) =>
  addOn.kind === 'flight-support' && !addOn.isPersonal && <Answers addOn={addOn} />
