/** GET / on the bare host: the landing page. */
import { DOCS_PATH } from '../../documentation/frame.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { sendPage } from '../../http/answer/page-answer.ts'
import { EXPLORER_PATH, OUTBOX_PATH } from '../../http/answer/page-paths.ts'
import { openRoute } from '../../http/guards/open.ts'
import type { Route } from '../../http/listening/route.ts'
import { shownApplication, startHref } from './demo-application.ts'
import type { DemoPlatform, DemoShow, DemoTenant } from './demo-show.ts'
import type { LandingDemo } from './landing-demo-page.ts'
import { type Door, landingPage } from './landing-page.ts'

const EXAMPLE_ANSWER = '{"data":{"aircraftTypeList":[{"acftTypeId":"act_0386f00b956661f9","iCAO":"B738"}, …]}, …}'

/** Two lines to paste: get a token, then run a query with it. */
export const curlLines = (origin: string, refreshToken: string): { token: string; query: string } => ({
  token: `TOKEN=$(curl -s ${origin}/access_token/refresh/ -d refresh_token=${refreshToken})`,
  query: `curl -s ${origin}/api/graphql/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":"{ aircraftTypeList(wildcard: \\"B738\\") { acftTypeId iCAO } }"}'`,
})

const originAt = (publicUrl: URL, { operatorId, environment }: DemoTenant): string =>
  originOf(publicUrl, operatorId, environment)

const hostIn = (origin: string): string => origin.slice(origin.indexOf('//') + 2)

/** Credentials of a demo, to be copied. */
const signIn = (email: string, password: string): Door['facts'] => [
  { label: 'Sign in', value: email, isCopied: true },
  { label: 'Password', value: password, isCopied: true },
]

const platformDoors = (publicUrl: URL, demo: DemoPlatform | null): Door[] => {
  const at = (name: string) => originOf(publicUrl, name, 'production')
  const outbox = `${at('support')}${OUTBOX_PATH}`
  return [
    {
      icon: 'code',
      title: 'Developer',
      text: 'Register an application, connect a sandbox, go to production.',
      href: `${at('developers')}/`,
      facts: [
        { label: 'Address', value: hostIn(at('developers')) },
        { label: 'Read', value: 'documentation', href: `${at('developers')}${DOCS_PATH}` },
        ...(demo ? signIn(demo.developer.email, demo.developer.password) : [{ label: 'Sign in', value: 'sign up' }]),
      ],
    },
    {
      icon: 'inbox',
      title: 'Support',
      text: 'Judge applications by what they did in the sandbox.',
      href: `${at('support')}/`,
      facts: [
        { label: 'Address', value: hostIn(at('support')) },
        ...(demo
          ? [...signIn(demo.staff.email, demo.staff.password), { label: 'Code', value: 'in the outbox', href: outbox }]
          : [{ label: 'Sign in', value: 'airside-server staff create' }]),
      ],
    },
  ]
}

const doorsOf = (publicUrl: URL, demo: DemoShow | null): Door[] => {
  const tenants = demo?.tenants ?? []
  const production = tenants.find(({ environment }) => environment === 'production')
  const sandbox = tenants.find(({ environment }) => environment === 'sandbox')
  const pattern = `<operator_id>.${publicUrl.host}`
  const operator = production && originAt(publicUrl, production)
  const explorer = sandbox && originAt(publicUrl, sandbox)
  return [
    {
      icon: 'tower',
      title: 'Operator',
      text: `See what is connected to ${production?.operatorName ?? 'your operator'}, what it touches, and end it.`,
      href: operator ? `${operator}/` : null,
      facts: [
        { label: 'Address', value: operator ? hostIn(operator) : pattern },
        ...(production ? signIn(production.admin, production.password) : []),
      ],
    },
    ...platformDoors(publicUrl, demo?.platform ?? null),
    {
      icon: 'terminal',
      title: 'Explorer',
      text: 'Write a query and see the scopes it needs before it is sent.',
      href: explorer ? `${explorer}${EXPLORER_PATH}` : null,
      facts: [
        { label: 'Address', value: explorer ? hostIn(explorer) : pattern },
        ...(sandbox
          ? signIn(sandbox.admin, sandbox.password)
          : [{ label: 'Runs as', value: 'an administrator, or a token that you paste' }]),
      ],
    },
  ]
}

const demoView = (publicUrl: URL, { tenants, applications }: DemoShow): LandingDemo => {
  const [first] = tenants
  return {
    walks: tenants.slice(0, 2).flatMap(({ operatorId, operatorName, environment }) =>
      applications.map((application) => ({
        application: shownApplication(application),
        text: application.text,
        operatorName,
        environment,
        href: startHref(application.clientId, operatorId, environment),
      })),
    ),
    places: tenants.map((tenant) => ({ ...tenant, href: `${originAt(publicUrl, tenant)}/` })),
    terminal: first ? { ...curlLines(originAt(publicUrl, first), first.refreshToken), answer: EXAMPLE_ANSWER } : null,
  }
}

export const landingRoute = (publicUrl: URL, demo: DemoShow | null): Route<void> =>
  openRoute('public page', { method: 'GET', path: '/', endpoint: 'pages' }, (exchange) => {
    const page = landingPage({
      publicUrl: publicUrl.origin,
      addressPattern: `${publicUrl.protocol}//<operator_id>.${publicUrl.host}`,
      links: [],
      doors: doorsOf(publicUrl, demo),
      demo: demo && demoView(publicUrl, demo),
    })
    sendPage(exchange, page, { isScripted: demo !== null })
  })
