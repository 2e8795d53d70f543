/** /forgotten/: mails a link to an address that has an account, and gives the same answer for one that has none. */
import { addSeconds } from '../../domain/clock.ts'
import { RESET_SECONDS } from '../../domain/limits.ts'
import { type ForgottenState, forgottenPage } from '../../pages/identity/forgotten.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { newFormTicket, spendFormTicket } from '../../services/identity/form-ticket.ts'
import { askForReset } from '../../services/identity/recovery/password-reset.ts'
import { sendPage } from '../answer/page-answer.ts'
import { FORGOTTEN_PATH, SIGN_IN_PATH, withQuery } from '../answer/page-paths.ts'
import { visitorOf } from '../answer/sign-in-answer.ts'
import type { RealmFace, RealmVisit } from '../guards/realm-face.ts'
import type { Route } from '../listening/route.ts'
import { deviceSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'

export const forgottenRoutes = <Door>({
  canSendMail,
  shownReset,
  openPage,
}: RealmFace<Door>): readonly Route<Door>[] => {
  const sendForgotten = ({ exchange, site, at }: RealmVisit, state: ForgottenState, email: string): void => {
    const form = {
      action: withQuery(FORGOTTEN_PATH, exchange.query),
      fields: { form: newFormTicket(at) },
    }
    const signInHref = withQuery(SIGN_IN_PATH, exchange.query)
    sendPage(exchange, forgottenPage({ place: site.place, state, email, form, signInHref }))
  }
  return [
    openPage('asks for the e-mail address', { method: 'GET', path: FORGOTTEN_PATH }, async (visit) =>
      sendForgotten(visit, { kind: canSendMail ? 'first' : 'no-mail' }, ''),
    ),
    openPage('mails a link', { method: 'POST', path: FORGOTTEN_PATH }, async (visit) => {
      const { exchange, at } = visit
      brakeAddress(at, exchange.clientAddress)
      const fields = await pageForm(exchange)
      const email = (fields.get('email') ?? '').trim().slice(0, 320)
      if (!canSendMail) return sendForgotten(visit, { kind: 'no-mail' }, email)
      const sentAtMs = at.now()
      // A form that is sent twice asks for one link.
      if (await spendFormTicket(at, fields.get('form') ?? '', { address: exchange.clientAddress })) {
        const { requestId } = exchange
        await askForReset(at, {
          email,
          visitor: visitorOf(exchange),
          deviceSecret: deviceSecret(exchange.req),
          requestId,
        })
      }
      const untilMs = addSeconds(sentAtMs, RESET_SECONDS)
      const demo = shownReset && { link: await shownReset(visit, email) }
      sendForgotten(visit, { kind: 'sent', sentAtMs, untilMs, demo }, email)
    }),
  ]
}
