/** The first minute of a new provider: what to do, what to have at hand, and what follows. */
import { Empty } from '../../states/empty.tsx'
import { RegisterButton } from './register-button.tsx'

const STEPS = [
  { name: 'Register', about: 'eight items, with a preview' },
  { name: 'Phone code, secret', about: 'shown once' },
  { name: 'Connect', about: 'your own sandbox operator' },
  { name: 'Build', about: 'explorer and callback inspector' },
  { name: 'Production', about: 'after a demo' },
] as const

export const Welcome = () => (
  <div className="panel">
    <Empty icon="plug" title="No application yet" action={<RegisterButton />}>
      You get a client ID at once, and a sandbox operator of your own with aircraft, flights and crew to build against.
      Nothing reaches a real operator before a demo. Have at hand: a logo, a redirect address, a phone that receives
      codes. Next time you can sign in without a password: <a href="/account/">add a passkey to your account</a>.
    </Empty>
    <ol className="welcome-steps">
      {STEPS.map(({ name, about }, index) => (
        <li key={name}>
          <span className="track-mark number">{index + 1}</span>
          <span className="two-lines">
            <b>{name}</b>
            <span className="small muted">{about}</span>
          </span>
        </li>
      ))}
    </ol>
  </div>
)
