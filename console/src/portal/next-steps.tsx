/** From registration to production in five steps: which are done, and where the next one is taken. */
import { Icon } from '../parts/icon.tsx'
import { Panel } from '../parts/panel.tsx'
import { PlaceLink } from '../platform/place-link.tsx'
import type { Application } from './queries.ts'
import './portal.css'

interface NextStep {
  readonly name: string
  readonly about: string
  readonly path: string
  readonly isDone: boolean
}

const isMet = ({ evidenceList }: Application, key: string): boolean =>
  evidenceList.some((line) => line.key === key && line.isMet)

const stepsOf = (application: Application): NextStep[] => [
  {
    name: 'Make a secret',
    about: 'with a code that your phone gets; it is shown once',
    path: '/credentials',
    isDone: application.secretList.length > 0,
  },
  {
    name: 'Connect',
    about: 'your own sandbox operator, with a link that is built for you',
    path: '/connect',
    isDone: isMet(application, 'sandbox'),
  },
  {
    name: 'Build',
    about: 'a hundred requests show that it works; see how they ended',
    path: '/usage',
    isDone: isMet(application, 'requests'),
  },
  { name: 'Ask for a demo', about: 'after it every operator can connect it', path: '/production', isDone: false },
]

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
