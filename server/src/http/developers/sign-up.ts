/** /sign-up/ and /sign-up/confirm/: a company and its first owner, confirmed by a code from a message. */
import { Failure } from '../../domain/failure.ts'
import { type SignUpView, signUpCodePage, signUpOverPage, signUpPage } from '../../pages/identity/sign-up.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { newFormTicket, spendFormTicket } from '../../services/identity/form-ticket.ts'
import { MIN_PASSWORD_CHARACTERS } from '../../services/identity/password.ts'
import { askToSignUp, confirmSignUp, pendingSignUp, signUpAgain } from '../../services/providers/sign-up.ts'
import { NAME_TAKEN } from '../../services/providers/taken-names.ts'
import { seeOther, sendPage } from '../answer/page-answer.ts'
import { SIGN_IN_PATH, SIGN_UP_AGAIN_PATH, SIGN_UP_CONFIRM_PATH, SIGN_UP_PATH } from '../answer/page-paths.ts'
import { visitorOf } from '../answer/sign-in-answer.ts'
import type { RealmFace, RealmVisit } from '../guards/realm-face.ts'
import type { Route } from '../listening/route.ts'
import { deviceCookie, sessionCookie } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { queryParameters } from '../request/query-parameters.ts'

const NOTHING_TYPED = { company: '', name: '', email: '' }
/** The password is checked under the name that changing it uses. */
const FIELDS: Readonly<Record<string, string>> = { newPassword: 'password' }
const MAX_TYPED = 320
const SUSPENDED_ADDRESS = 'The address is suspended by whoever runs this service: write to them'

const confirmPath = (signUpId: string): string => `${SIGN_UP_CONFIRM_PATH}?sign_up=${encodeURIComponent(signUpId)}`

export const signUpRoutes = <Door>(
  { home, canSendMail, openPage }: RealmFace<Door>,
  outboxHref: string | null,
): readonly Route<Door>[] => {
  const sendForm = (
    { exchange, site, at }: RealmVisit,
    typed: SignUpView['typed'],
    problem: SignUpView['problem'],
  ): void => {
    const form = { action: SIGN_UP_PATH, fields: { form: newFormTicket(at) } }
    const page = signUpPage({
      place: site.place,
      typed,
      problem,
      canSendMail,
      minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
      form,
      signInHref: SIGN_IN_PATH,
    })
    sendPage(exchange, page, problem === null ? {} : { status: 400 })
  }

  const sendCode = async (visit: RealmVisit, signUpId: string, isWrong: boolean): Promise<void> => {
    const { exchange, site, at } = visit
    const pending = await pendingSignUp(at, signUpId)
    if (!pending || pending.triesLeft === 0) {
      return sendPage(exchange, signUpOverPage(site.place, SIGN_UP_PATH, SIGN_IN_PATH), { status: 404 })
    }
    const page = signUpCodePage({
      place: site.place,
      email: pending.email,
      untilMs: pending.expiresAt,
      triesLeft: isWrong ? pending.triesLeft : null,
      form: { action: SIGN_UP_CONFIRM_PATH, fields: { sign_up: signUpId } },
      again: { action: SIGN_UP_AGAIN_PATH, fields: { sign_up: signUpId, form: newFormTicket(at) } },
      signUpHref: SIGN_UP_PATH,
      outboxHref: outboxHref && `${outboxHref}?sign_up=${encodeURIComponent(signUpId)}`,
    })
    sendPage(exchange, page, { conduct: 'leads-away', ...(isWrong ? { status: 400 } : {}) })
  }

  /** A mistake in a field is shown at the field. */
  const signUp = async (visit: RealmVisit): Promise<void> => {
    const { exchange, site, at } = visit
    const fields = await pageForm(exchange)
    const field = (name: string) => fields.get(name) ?? ''
    const line = (name: string) => field(name).slice(0, MAX_TYPED)
    const typed = { company: line('company'), name: line('name'), email: line('email') }
    if (!canSendMail) return sendForm(visit, typed, null)
    if (!(await spendFormTicket(at, field('form'), { address: exchange.clientAddress }))) {
      return sendForm(visit, typed, { field: 'form', text: 'This form was sent before, or waited too long' })
    }
    const visitor = visitorOf(exchange)
    try {
      const asked = { ...typed, password: field('password'), visitor, origin: site.origin }
      seeOther(exchange, confirmPath(await askToSignUp(at, asked)))
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
      const named = String(error.details?.field ?? '')
      sendForm(visit, typed, { field: FIELDS[named] ?? named, text: error.message })
    }
  }

  return [
    openPage('asks for company, name and address', { method: 'GET', path: SIGN_UP_PATH }, async (visit) =>
      sendForm(visit, NOTHING_TYPED, null),
    ),
    openPage('mails a code', { method: 'POST', path: SIGN_UP_PATH }, (visit) => {
      brakeAddress(visit.at, visit.exchange.clientAddress)
      return signUp(visit)
    }),
    openPage('asks for the code of the message', { method: 'GET', path: SIGN_UP_CONFIRM_PATH }, (visit) =>
      sendCode(visit, queryParameters(visit.exchange.query).get('sign_up') ?? '', false),
    ),
    openPage('mails another code', { method: 'POST', path: SIGN_UP_AGAIN_PATH }, async (visit) => {
      const { exchange, at, site } = visit
      brakeAddress(at, exchange.clientAddress)
      const fields = await pageForm(exchange)
      const signUpId = fields.get('sign_up') ?? ''
      // A press that is sent twice asks for one code.
      const isFirst =
        canSendMail && (await spendFormTicket(at, fields.get('form') ?? '', { address: exchange.clientAddress }))
      const asked = { visitor: visitorOf(exchange), origin: site.origin }
      if (isFirst) await signUpAgain(at, signUpId, asked)
      seeOther(exchange, confirmPath(signUpId))
    }),
    openPage('checks the code of the message', { method: 'POST', path: SIGN_UP_CONFIRM_PATH }, async (visit) => {
      const { exchange, at, site } = visit
      brakeAddress(at, exchange.clientAddress)
      const fields = await pageForm(exchange)
      const [signUpId, code] = [fields.get('sign_up') ?? '', fields.get('code') ?? '']
      const { requestId } = exchange
      const visitor = visitorOf(exchange)
      const outcome = await confirmSignUp(at, { signUpId, code, visitor, requestId, portal: new URL(site.origin) })
      if (outcome.kind === 'name-taken') {
        return sendForm(visit, outcome.typed, { field: 'company', text: `The company’s name ${NAME_TAKEN}` })
      }
      if (outcome.kind === 'suspended') {
        return sendForm(visit, outcome.typed, { field: 'email', text: SUSPENDED_ADDRESS })
      }
      if (outcome.kind !== 'signed-in') return sendCode(visit, signUpId, outcome.kind === 'wrong-code')
      seeOther(exchange, home, [sessionCookie(outcome.session), deviceCookie(outcome.deviceSecret)])
    }),
  ]
}
