/** Warns about add-ons close to 500 active tokens, and says what to do before the cap is reached (access-model §5). */
import { Link } from '@tanstack/react-router'
import { tokenState } from '../../charts/token-state.ts'
import { Note } from '../../states/note.tsx'
import type { ConnectedAddOn } from '../queries.ts'

export const CapNotes = ({ addOns }: { readonly addOns: readonly ConnectedAddOn[] }) =>
  addOns.map(({ clientId, name, fullestGauge }) => {
    if (!fullestGauge) return null
    const state = tokenState(fullestGauge.active, fullestGauge.most)
    if (state === 'fine') return null
    return (
      <Note
        key={clientId}
        tone={state === 'at cap' ? 'fail' : 'attention'}
        icon="alert"
        action={
          <Link to="/add-ons/$clientId" params={{ clientId }}>
            See its requests
          </Link>
        }
      >
        <b>
          {name} holds {fullestGauge.active} of {fullestGauge.most} tokens.
        </b>{' '}
        It should use each token for its 30 minutes instead of asking for one at every call.{' '}
        {state === 'at cap' ? 'Its' : `At ${fullestGauge.most} its`} next token request gets 429 with an exact
        Retry-After; running tokens keep working.
      </Note>
    )
  })
