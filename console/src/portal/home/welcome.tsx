/** The first minute of a new provider: what to do, what to have at hand, and what follows. */
import { Empty } from '../../states/empty.tsx'
import { FirstSteps } from './first-steps.tsx'
import { RegisterButton } from './register-button.tsx'

export const Welcome = () => (
  <div className="panel">
    <Empty icon="plug" title="No application yet" action={<RegisterButton />}>
      You get a client ID at once, and a sandbox operator of your own with aircraft, flights and crew to build against.
      Nothing reaches a real operator before a demo. Have at hand: a logo, a redirect address, a phone that receives
      codes. Next time you can sign in without a password: <a href="/account/">add a passkey to your account</a>.
    </Empty>
    <FirstSteps />
  </div>
)
