/** From registration to production in five steps: which are done, and where the next one is taken. */
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import type { Application } from './queries.ts'
import { stepsOf } from './way-to-demo.ts'
import './portal.css'

export const NextSteps = ({ application }: { readonly application: Application }) => {
  if (application.mode !== 'test') return null
  const steps = stepsOf(application)
  const next = steps.findIndex(({ isDone }) => !isDone)
  return (
    <Panel title="What happens next" hint="about fifteen minutes to the first answered query">
      <ol className="next-steps">
        {steps.map(({ name, about, path, isDone }, index) => (
          <li key={name} aria-current={index === next ? 'step' : undefined}>
            <span className={isDone ? 'state good' : 'state'}>
              <Icon name={isDone ? 'circleCheck' : 'unused'} />
              <PlaceLink to={`/applications/${application.clientId}${path}`}>{name}</PlaceLink>
              <span className="unseen">{isDone ? ', done' : ', to do'}</span>
            </span>
            <span className="small muted">{about}</span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
