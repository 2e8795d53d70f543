/** /invitation/: an invited person types the code of the message and chooses a password. */
import { Failure } from '../../domain/failure.ts'
import { invitationOverPage, invitationPage } from '../../pages/identity/invitation.ts'
import type { Actor } from '../../services/audit-trail.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { acceptInvitation, invitedUser } from '../../services/identity/invitations.ts'
import { MIN_PASSWORD_CHARACTERS } from '../../services/identity/password.ts'
import { joinProvider, openMemberInvitation } from '../../services/providers/invitations.ts'
import type { WorldAt } from '../../services/world.ts'
import { seeOther, sendPage } from '../answer/page-answer.ts'
import { INVITATION_PATH, SIGN_IN_PATH } from '../answer/page-paths.ts'
import type { RealmFace, RealmVisit } from '../guards/realm-face.ts'
import type { Route } from '../listening/route.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { queryParameters } from '../request/query-parameters.ts'

interface Given {
  readonly invitationId: string
  readonly code: string
  readonly password: string
}

/** Where a realm keeps its invitations. */
export interface Invitations {
  readonly find: (
    at: WorldAt,
    invitationId: string,
  ) => Promise<{ readonly email: string; readonly name: string } | null>
  readonly accept: (
    at: WorldAt,
    given: Given,
    from: Pick<Actor, 'address' | 'requestId'>,
  ) => Promise<'accepted' | 'joined' | 'wrong-code' | 'over'>
}

/** An operator's invited user exists and has no password yet. */
export const USER_INVITATIONS: Invitations = { find: invitedUser, accept: acceptInvitation }
/** A provider's member is made by accepting. */
export const MEMBER_INVITATIONS: Invitations = { find: openMemberInvitation, accept: joinProvider }

const WRONG_CODE = 'The code is wrong: copy it from the latest message.'

export const invitationRoutes = <Door>(
  { openPage }: RealmFace<Door>,
  invitations: Invitations,
): readonly Route<Door>[] => {
  const sendInvitation = async (
    { exchange, site, at }: RealmVisit,
    invitationId: string,
    problem: string | null,
  ): Promise<void> => {
    const invited = await invitations.find(at, invitationId)
    if (!invited) return sendPage(exchange, invitationOverPage(site.place, SIGN_IN_PATH), { status: 404 })
    const page = invitationPage({
      place: site.place,
      email: invited.email,
      name: invited.name,
      problem,
      minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
      form: { action: INVITATION_PATH, fields: { invitation: invitationId } },
    })
    sendPage(exchange, page, problem === null ? {} : { status: 400 })
  }

  /** Null if the password was set, otherwise why not. */
  const accept = async ({ exchange, at }: RealmVisit, given: Given): Promise<string | null> => {
    const from = { address: exchange.clientAddress, requestId: exchange.requestId }
    try {
      const outcome = await invitations.accept(at, given, from)
      return outcome === 'accepted' || outcome === 'joined' ? null : WRONG_CODE
    } catch (error) {
      if (error instanceof Failure && error.code === 'invalid_request') return `${error.message}.`
      throw error
    }
  }

  return [
    openPage('asks for the invitation code', { method: 'GET', path: INVITATION_PATH }, (visit) =>
      sendInvitation(visit, queryParameters(visit.exchange.query).get('invitation') ?? '', null),
    ),
    openPage('checks the invitation code', { method: 'POST', path: INVITATION_PATH }, async (visit) => {
      const { exchange, at } = visit
      brakeAddress(at, exchange.clientAddress)
      const fields = await pageForm(exchange)
      const field = (name: string) => fields.get(name) ?? ''
      const given = { invitationId: field('invitation'), code: field('code'), password: field('new_password') }
      const problem = await accept(visit, given)
      if (problem === null) return seeOther(exchange, SIGN_IN_PATH)
      await sendInvitation(visit, given.invitationId, problem)
    }),
  ]
}
