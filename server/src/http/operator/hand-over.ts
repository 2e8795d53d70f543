/**
 * /hand-over/ at a sandbox: a member of its provider comes from the portal without a second password (portals §1). The
 * browser gets a cookie here first and asks the portal with the cookie's hash, so that what the portal hands over is
 * worth nothing in another browser; it comes back in the fragment, which no server, log or Referer sees.
 */
import { Failure } from '../../domain/failure.ts'
import { DEVELOPERS } from '../../domain/identity/realm.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { handOverPage } from '../../pages/identity/hand-over.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { signedIn } from '../../services/identity/sessions.ts'
import { acceptHandOver, type HandOverOutcome, newBrowserSecret } from '../../services/providers/hand-over.ts'
import { seeOther, sendPage, sendProblem } from '../answer/page-answer.ts'
import {
  HAND_OVER_ARRIVAL_PATH,
  HAND_OVER_GIVEN_PATH,
  HAND_OVER_PATH,
  SECOND_STEP_PATH,
  SIGN_IN_PATH,
} from '../answer/page-paths.ts'
import { visitorOf } from '../answer/sign-in-answer.ts'
import { type Doorway, type OpenVisit, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'
import {
  deviceCookie,
  deviceSecret,
  endedHandOverCookie,
  handOverCookie,
  handOverSecret,
  sessionCookie,
  sessionSecret,
} from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'

/** Production has no such door, whoever knocks. */
const requireSandbox = ({ environment }: Tenant): void => {
  if (environment !== 'sandbox') throw new Failure('not_found', 'There is no hand-over to production')
}

const answer = ({ exchange, site }: OpenVisit, outcome: HandOverOutcome, places: { home: string; portal: string }) => {
  switch (outcome.kind) {
    case 'signed-in': {
      const { session, deviceSecret: device } = outcome
      return seeOther(exchange, places.home, [sessionCookie(session), deviceCookie(device), endedHandOverCookie])
    }
    case 'second-step':
      return seeOther(exchange, SECOND_STEP_PATH, [sessionCookie(outcome.session), endedHandOverCookie])
    case 'passkey-needed':
      return seeOther(exchange, SIGN_IN_PATH, [endedHandOverCookie])
    default: {
      const kind = outcome.kind === 'over' ? 'hand-over-over' : 'no-account-there'
      const home = { label: 'Back to the developer portal', href: `${places.portal}/console/` }
      return sendProblem(exchange, site, { kind }, { status: 403, code: 'forbidden', home })
    }
  }
}

export const handOverRoutes = (doorway: Doorway, home: string): readonly Route<Tenant>[] => {
  const portal = originOf(doorway.publicUrl, DEVELOPERS, 'production')
  return [
    openPage(
      doorway,
      'leads to the portal, which asks for a session',
      { method: 'GET', path: HAND_OVER_PATH },
      async ({ exchange, tenant, world }) => {
        requireSandbox(tenant)
        if (await signedIn(world.at(tenant), sessionSecret(exchange.req))) return seeOther(exchange, home)
        const { secret, hash } = newBrowserSecret(world.randomBytes)
        const asked = new URLSearchParams({ operator: tenant.operatorId, browser: hash })
        seeOther(exchange, `${portal}${HAND_OVER_GIVEN_PATH}?${asked}`, [handOverCookie(secret)])
      },
    ),
    openPage(
      doorway,
      'sends what the portal handed over',
      { method: 'GET', path: HAND_OVER_ARRIVAL_PATH },
      async ({ exchange, tenant, site }) => {
        requireSandbox(tenant)
        const page = handOverPage({ place: site.place, action: HAND_OVER_PATH, signInHref: SIGN_IN_PATH })
        sendPage(exchange, page, { isScripted: true })
      },
    ),
    openPage(doorway, 'checks what the portal handed over', { method: 'POST', path: HAND_OVER_PATH }, async (visit) => {
      const { exchange, tenant, world } = visit
      requireSandbox(tenant)
      brakeAddress(world.at(tenant), exchange.clientAddress)
      const fields = await pageForm(exchange)
      const outcome = await acceptHandOver(world.at(tenant), {
        carried: fields.get('carried') ?? '',
        browserSecret: handOverSecret(exchange.req),
        visitor: visitorOf(exchange),
        deviceSecret: deviceSecret(exchange.req),
        earlierSession: sessionSecret(exchange.req),
      })
      answer(visit, outcome, { home, portal })
    }),
  ]
}
