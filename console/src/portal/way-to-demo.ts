/** The steps from a registration to production: which are done, and where the next one is taken. */
import { modeInWords } from '../platform/mode.tsx'

/** As much of an application as the steps depend on. */
interface OnItsWay {
  readonly secretList: readonly unknown[]
  readonly evidenceList: readonly { readonly key: string; readonly isMet: boolean }[]
}

interface NextStep {
  readonly name: string
  readonly about: string
  readonly path: string
  readonly isDone: boolean
}

const isMet = ({ evidenceList }: OnItsWay, key: string): boolean =>
  evidenceList.some((line) => line.key === key && line.isMet)

export const stepsOf = (application: OnItsWay): NextStep[] => [
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

const AFTER_DEMO: Readonly<Record<string, string>> = {
  'demo-requested': 'Support picks a time',
  'demo-scheduled': 'Show the demo',
  production: 'See how it is used',
}

/** What is next for an application in any mode, in few words. */
export const nextStepOf = (application: OnItsWay & { readonly mode: string }): Pick<NextStep, 'name' | 'path'> => {
  const { mode } = application
  if (mode === 'production') return { name: AFTER_DEMO[mode] ?? modeInWords(mode), path: '/usage' }
  if (mode !== 'test') return { name: AFTER_DEMO[mode] ?? 'Write to support', path: '/production' }
  return stepsOf(application).find(({ isDone }) => !isDone) ?? { name: 'Ask for a demo', path: '/production' }
}
