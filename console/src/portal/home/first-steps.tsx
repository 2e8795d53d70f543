/** From a registration to production, for who is new. */
import '../../platform/state-track.css'
import './home.css'

const STEPS = [
  { name: 'Register', about: 'eight items, with a preview' },
  { name: 'Phone code, secret', about: 'shown once' },
  { name: 'Connect', about: 'your own sandbox operator' },
  { name: 'Build', about: 'explorer and callback inspector' },
  { name: 'Production', about: 'after a demo' },
] as const

export const FirstSteps = () => (
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
)
