/** GET / on the bare host: the landing page. */
import { originOf } from '../../domain/tenancy/address.ts'
import { sendPage } from '../../http/answer/page-answer.ts'
import { openRoute } from '../../http/guards/open.ts'
import type { Route } from '../../http/listening/route.ts'
import { startHref } from './demo-application.ts'
import type { DemoShow, DemoTenant } from './demo-show.ts'
import type { LandingDemo } from './landing-demo-page.ts'
import { landingPage } from './landing-page.ts'

const EXAMPLE_ANSWER = '{"data":{"aircraftTypeList":[{"acftTypeId":"act_0386f00b956661f9","iCAO":"B738"}, …]}, …}'

/** Two lines to paste: get a token, then run a query with it. */
export const curlLines = (origin: string, refreshToken: string): { token: string; query: string } => ({
  token: `TOKEN=$(curl -s ${origin}/access_token/refresh/ -d refresh_token=${refreshToken})`,
  query: `curl -s ${origin}/api/graphql/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":"{ aircraftTypeList(wildcard: \\"B738\\") { acftTypeId iCAO } }"}'`,
})

const doorsOf = (publicUrl: URL, tenant: DemoTenant): LandingDemo['doors'] => {
  const href = `${originOf(publicUrl, tenant.operatorId, tenant.environment)}/`
  const facts = (email: string) => [
    { label: 'Email', value: email },
    { label: 'Password', value: tenant.password },
  ]
  return [
    {
      icon: 'tower',
      title: `Administrator, ${tenant.environment}`,
      text: `Of ${tenant.operatorName}. May let applications in.`,
      href,
      facts: facts(tenant.admin),
    },
    {
      icon: 'person',
      title: `Pilot, ${tenant.environment}`,
      text: `Of ${tenant.operatorName}. May let personal applications in.`,
      href,
      facts: facts(tenant.pilot),
    },
  ]
}

const demoView = (publicUrl: URL, { tenants, applications }: DemoShow): LandingDemo => {
  const [first] = tenants
  return {
    doors: tenants.slice(0, 2).flatMap((tenant) => doorsOf(publicUrl, tenant)),
    walks: tenants.slice(0, 2).flatMap(({ operatorId, operatorName, environment }) =>
      applications.map(({ name, text, clientId }) => ({
        application: { name, logo: null },
        text,
        operatorName,
        environment,
        href: startHref(clientId, operatorId, environment),
      })),
    ),
    terminal: first
      ? {
          ...curlLines(originOf(publicUrl, first.operatorId, first.environment), first.refreshToken),
          answer: EXAMPLE_ANSWER,
        }
      : null,
  }
}

export const landingRoute = (publicUrl: URL, demo: DemoShow | null): Route<void> =>
  openRoute('public page', { method: 'GET', path: '/', endpoint: 'pages' }, (exchange) => {
    const page = landingPage({
      publicUrl: publicUrl.origin,
      addressPattern: `${publicUrl.protocol}//<operator_id>.${publicUrl.host}`,
      links: [],
      demo: demo && demoView(publicUrl, demo),
    })
    sendPage(exchange, page)
  })
