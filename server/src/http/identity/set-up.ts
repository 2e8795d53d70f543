/**
 * /sign-in/set-up/: where a second step or a passkey is required, a user who has neither sees this page and nothing
 * else.
 */
import { Failure } from '../../domain/failure.ts'
import { recoveryCodesPage } from '../../pages/identity/recovery-codes.ts'
import { setUpPage } from '../../pages/identity/set-up.ts'
import type { Notice } from '../../pages/note.ts'
import { addPasskey, MAX_PASSKEY_NAME_CHARACTERS, startPasskey } from '../../services/identity/passkeys/passkeys.ts'
import { isRecentSignIn } from '../../services/identity/presence.ts'
import {
  cancelSecondStep,
  confirmSecondStep,
  secondStepOf,
  startSecondStep,
} from '../../services/identity/second-step.ts'
import { endOneSession, type SignedIn, settingUp } from '../../services/identity/sessions.ts'
import { worldOfUser } from '../../services/rights-at-write.ts'
import type { WorldAt } from '../../services/world.ts'
import { seeOther, sendPage } from '../answer/page-answer.ts'
import { SET_UP_PASSKEY_OPTIONS_PATH, SET_UP_PATH, SIGN_IN_PATH, withQuery } from '../answer/page-paths.ts'
import { onward } from '../answer/sign-in-answer.ts'
import type { RealmFace, RealmHandler, RealmVisit } from '../guards/realm-face.ts'
import { sendJson } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { endedSessionCookie, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { actorOf } from '../request/session-actor.ts'

interface SetUpVisit extends RealmVisit {
  /** Commits only while the session lasts: the form may come long after it was looked at (threats row 486). */
  readonly at: WorldAt
  readonly person: SignedIn
  /** Ends the session itself. */
  readonly signOut: () => Promise<void>
  readonly field: (name: string) => string
}

/** Shows the page again with a notice, or shows the codes that came with the second step, or leads on. */
type Outcome = Notice | { readonly codes: readonly string[] } | 'onward' | 'signed-out'

export const setUpRoutes = <Door>({ home, openPage }: RealmFace<Door>): readonly Route<Door>[] => {
  const acts: Readonly<Record<string, (visit: SetUpVisit) => Promise<Outcome>>> = {
    'start-second-step': async ({ at, person, field }) => {
      await startSecondStep(at, person, field('current_password'))
      return { tone: 'good', text: 'Add the key to your authenticator, then type the code it shows.' }
    },
    'confirm-second-step': async ({ exchange, at, person, field }) => ({
      codes: await confirmSecondStep(at, person, field('code'), actorOf(exchange, person)),
    }),
    'cancel-second-step': async ({ at, person }) => {
      await cancelSecondStep(at, person)
      return { tone: 'good', text: 'The key is forgotten. You still need a second step or a passkey.' }
    },
    'add-passkey': async ({ exchange, site, at, person, field }) => {
      const passkey = { origin: site.origin, credential: field('credential'), name: field('name') }
      await addPasskey(at, person, passkey, actorOf(exchange, person))
      return 'onward'
    },
    'sign-out': async ({ signOut }) => {
      await signOut()
      return 'signed-out'
    },
  }

  const perform = async (visit: SetUpVisit): Promise<Outcome> => {
    const intent = visit.field('intent')
    const act = Object.hasOwn(acts, intent) ? acts[intent] : undefined
    if (!act) return { tone: 'failed', text: 'This form is not one of this page' }
    try {
      return await act(visit)
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'invalid_request') throw error
      return { tone: 'failed', text: error.message }
    }
  }

  const sendSetUp = async (
    { exchange, site, at, person }: Omit<SetUpVisit, 'field'>,
    notice: Notice | null,
  ): Promise<void> => {
    const page = setUpPage({
      place: site.place,
      email: person.user.email,
      notice,
      setting: await secondStepOf(at, person),
      isPasswordAsked: !isRecentSignIn(at, person),
      passkeys: { list: [], optionsPath: SET_UP_PASSKEY_OPTIONS_PATH, maxNameCharacters: MAX_PASSKEY_NAME_CHARACTERS },
      action: withQuery(SET_UP_PATH, exchange.query),
    })
    sendPage(exchange, page, { isScripted: true, ...(notice?.tone === 'failed' ? { status: 400 } : {}) })
  }

  /**
   * Passes the user who must set something up to the handler. Everybody else is redirected to sign-in, which leads on a
   * user who is signed in.
   */
  const forSettingUp =
    (handle: (visit: Omit<SetUpVisit, 'field'>) => Promise<void>): RealmHandler =>
    async (visit) => {
      const { exchange, at } = visit
      const person = await settingUp(at, sessionSecret(exchange.req))
      if (!person) return seeOther(exchange, withQuery(SIGN_IN_PATH, exchange.query))
      const signOut = () => endOneSession(at, person.user.user_id, person.session.session_id)
      await handle({ ...visit, at: at.through((world) => worldOfUser(world, person)), person, signOut })
    }

  const answer = async (visit: SetUpVisit, outcome: Outcome): Promise<void> => {
    const { exchange, site, at, person } = visit
    if (outcome === 'signed-out') return seeOther(exchange, SIGN_IN_PATH, [endedSessionCookie])
    if (outcome === 'onward') return seeOther(exchange, onward(exchange, home))
    if ('codes' in outcome) {
      const view = { place: site.place, email: person.user.email, codes: outcome.codes, onward: onward(exchange, home) }
      return sendPage(exchange, recoveryCodesPage(view), { isScripted: true, conduct: 'leads-away' })
    }
    const current = await settingUp(at, sessionSecret(exchange.req))
    if (!current) return seeOther(exchange, SIGN_IN_PATH)
    await sendSetUp({ ...visit, person: current }, outcome)
  }

  return [
    openPage(
      'shows the page to a user who gave the right password',
      { method: 'GET', path: SET_UP_PATH },
      forSettingUp((visit) => sendSetUp(visit, null)),
    ),
    openPage(
      'serves a user who gave the right password',
      { method: 'POST', path: SET_UP_PATH },
      forSettingUp(async (visit) => {
        const fields = await pageForm(visit.exchange)
        const full = { ...visit, field: (name: string) => fields.get(name) ?? '' }
        await answer(full, await perform(full))
      }),
    ),
    openPage(
      'makes a challenge for a user who gave the right password',
      { method: 'POST', path: SET_UP_PASSKEY_OPTIONS_PATH },
      forSettingUp(async ({ exchange, site, at, person }) => {
        const fields = await pageForm(exchange)
        const password = fields.get('current_password') ?? ''
        sendJson(exchange, 200, await startPasskey(at, site.origin, person, password))
      }),
    ),
  ]
}
