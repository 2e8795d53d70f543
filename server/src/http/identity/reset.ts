/** /reset/: a user who has the link of a message chooses a new password, and goes on as after a sign-in. */
import { Failure } from '../../domain/failure.ts'
import { resetOverPage, resetPage } from '../../pages/identity/reset.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { MIN_PASSWORD_CHARACTERS } from '../../services/identity/password.ts'
import { type ResetOutcome, resetPassword, userOfReset } from '../../services/identity/recovery/password-reset.ts'
import { seeOther, sendPage } from '../answer/page-answer.ts'
import { FORGOTTEN_PATH, RESET_PATH, SECOND_STEP_PATH, SIGN_IN_PATH } from '../answer/page-paths.ts'
import { enter, visitorOf } from '../answer/sign-in-answer.ts'
import type { RealmFace, RealmVisit } from '../guards/realm-face.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { sessionCookie } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { queryParameters } from '../request/query-parameters.ts'

interface Typed {
  readonly resetId: string
  readonly code: string
  readonly problem: string | null
}

/** Leads on after a new password was set. */
const leadOn = (
  exchange: Exchange,
  home: string,
  outcome: Exclude<ResetOutcome, { kind: 'wrong-code' | 'over' }>,
): void => {
  if (outcome.kind === 'signed-in') enter(exchange, home, outcome)
  else if (outcome.kind === 'second-step') seeOther(exchange, SECOND_STEP_PATH, [sessionCookie(outcome.session)])
  else seeOther(exchange, SIGN_IN_PATH)
}

export const resetRoutes = <Door>({ home, openPage }: RealmFace<Door>): readonly Route<Door>[] => {
  const sendReset = async ({ exchange, site, at }: RealmVisit, typed: Typed): Promise<void> => {
    const user = await userOfReset(at, typed.resetId)
    if (!user) return sendPage(exchange, resetOverPage(site.place, FORGOTTEN_PATH), { status: 404 })
    const page = resetPage({
      place: site.place,
      email: user.email,
      problem: typed.problem,
      code: typed.code,
      minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
      form: { action: RESET_PATH, fields: { reset: typed.resetId } },
    })
    sendPage(exchange, page, { isScripted: true, ...(typed.problem === null ? {} : { status: 400 }) })
  }
  return [
    openPage('asks for the code of the message', { method: 'GET', path: RESET_PATH }, (visit) => {
      const resetId = queryParameters(visit.exchange.query).get('reset') ?? ''
      return sendReset(visit, { resetId, code: '', problem: null })
    }),
    openPage('checks the code of the message', { method: 'POST', path: RESET_PATH }, async (visit) => {
      const { exchange, at } = visit
      brakeAddress(at, exchange.clientAddress)
      const fields = await pageForm(exchange)
      const [resetId, code] = [fields.get('reset') ?? '', fields.get('code') ?? '']
      const { requestId } = exchange
      const given = {
        resetId,
        code,
        password: fields.get('new_password') ?? '',
        visitor: visitorOf(exchange),
        requestId,
      }
      try {
        const outcome = await resetPassword(at, given)
        if (outcome.kind === 'wrong-code' || outcome.kind === 'over') {
          await sendReset(visit, {
            resetId,
            code: '',
            problem: 'The code is wrong: copy it from the message whose link you opened.',
          })
        } else leadOn(exchange, home, outcome)
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
        await sendReset(visit, { resetId, code, problem: `${error.message}.` })
      }
    }),
  ]
}
