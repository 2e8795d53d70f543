/**
 * Where the portal's callback lands, with the answer in the fragment. An answer to a link of this tab goes on to its
 * application; any other is shown as what it is.
 */
import { useEffect, useState } from 'react'
import { Panel } from '../../parts/panel.tsx'
import { usePlace } from '../../platform/place-link.tsx'
import { PlatformHead } from '../../platform/platform-head.tsx'
import { Loading } from '../../states/loading.tsx'
import { Note } from '../../states/note.tsx'
import { attemptByState, keepArrival } from './attempt.ts'
import { stateIn } from './received.ts'

export const CallbackPage = () => {
  const go = usePlace()
  const [query] = useState(() => location.hash.slice(1))
  const attempt = attemptByState(stateIn(query) ?? '')
  const clientId = attempt?.clientId ?? null
  useEffect(() => {
    // The code leaves the address, and with it the history of the browser.
    history.replaceState(history.state, '', location.pathname)
    if (clientId === null) return
    keepArrival(query, Date.now())
    go(`/applications/${clientId}/connect`)
  }, [clientId, query, go])
  if (clientId !== null) return <Loading />
  return (
    <div className="stack">
      <PlatformHead title="Callback" about="Answers of operators to links that were opened in this tab." />
      <Panel title="Nothing that was asked for here">
        <div className="panel-body">
          <Note tone="fail" icon="circleCross" role="alert">
            {query === ''
              ? 'Nothing came with this address.'
              : 'No link that was opened in this tab carries this state. A server must refuse such a callback; open the link again from the application’s Connect page.'}
          </Note>
        </div>
      </Panel>
    </div>
  )
}
