/** /sign-in/: e-mail and password, once per form. Without a query it leads to the console. */

import { normalEmail } from '../../domain/identity/email-address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type FormSender, spendFormTicket } from '../../services/identity/form-ticket.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { knownDevice, requireRoomToSignIn, signInWithPassword } from '../../services/identity/sign-in.ts'
import type { Clients } from '../../services/oauth/client-authentication.ts'
import { seeOther } from '../answer/page-answer.ts'
import { SECOND_STEP_PATH, SIGN_IN_PATH, withQuery } from '../answer/page-paths.ts'
import {
  askingApplication,
  enter,
  onward,
  type SignInVisit,
  sendSignIn,
  staleForm,
  visitorOf,
} from '../answer/sign-in-answer.ts'
import { type Doorway, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'
import { deviceSecret, sessionCookie, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'

/** A browser that the user has signed in with is not kept waiting by others of its network. */
const senderOf = async ({ world, tenant, exchange }: SignInVisit, email: string): Promise<FormSender> => {
  const device = await knownDevice(world.at(tenant), normalEmail(email), deviceSecret(exchange.req))
  return { address: exchange.clientAddress, known: device && `device ${device}` }
}

export const signInRoutes = (doorway: Doorway, clients: Clients, home: string): readonly Route<Tenant>[] => [
  openPage(
    doorway,
    'asks for the password',
    { method: 'GET', path: SIGN_IN_PATH },
    async ({ exchange, tenant, site, world }) => {
      if (await signedIn(world.at(tenant), sessionSecret(exchange.req)))
        return seeOther(exchange, onward(exchange, home))
      const application = await askingApplication(clients, exchange)
      await sendSignIn({ world, exchange, tenant, site, publicUrl: doorway.publicUrl }, application, { kind: 'first' })
    },
  ),
  openPage(
    doorway,
    'checks the password',
    { method: 'POST', path: SIGN_IN_PATH },
    async ({ exchange, tenant, site, world }) => {
      const visit = { world, exchange, tenant, site, publicUrl: doorway.publicUrl }
      if (deviceSecret(exchange.req) === null) requireRoomToSignIn(tenant, visitorOf(exchange))
      const fields = await pageForm(exchange)
      const email = fields.get('email') ?? ''
      const application = await askingApplication(clients, exchange)
      if (!(await spendFormTicket(world.at(tenant), fields.get('form') ?? '', await senderOf(visit, email)))) {
        return sendSignIn(visit, application, await staleForm(visit, home), email)
      }
      const outcome = await signInWithPassword(world.at(tenant), {
        email,
        password: fields.get('password') ?? '',
        visitor: visitorOf(exchange),
        deviceSecret: deviceSecret(exchange.req),
        earlierSession: sessionSecret(exchange.req),
      })
      if (outcome.kind === 'signed-in') return enter(exchange, home, outcome)
      if (outcome.kind === 'second-step') {
        return seeOther(exchange, withQuery(SECOND_STEP_PATH, exchange.query), [sessionCookie(outcome.session)])
      }
      await sendSignIn(visit, application, outcome, email)
    },
  ),
]
