/** GET and POST /invitation/: an invited user chooses a password with the code from the e-mail. */

import { Failure } from '../../domain/failure.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { invitationOverPage, invitationPage } from '../../pages/identity/invitation.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { acceptInvitation, invitedUser } from '../../services/identity/invitations.ts'
import { MIN_PASSWORD_CHARACTERS } from '../../services/identity/password.ts'
import type { World } from '../../services/world.ts'
import { type Site, seeOther, sendPage } from '../answer/page-answer.ts'
import { INVITATION_PATH, SIGN_IN_PATH } from '../answer/page-paths.ts'
import { openPage } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { queryParameters } from '../request/query-parameters.ts'

const sendInvitation = async (
  world: World,
  exchange: Exchange,
  tenant: Tenant,
  site: Site,
  invitationId: string,
  problem: string | null,
): Promise<void> => {
  const person = await invitedUser(world, tenant, invitationId)
  if (!person) return sendPage(exchange, invitationOverPage(site.place, SIGN_IN_PATH), { status: 404 })
  const page = invitationPage({
    place: site.place,
    email: person.email,
    name: person.name,
    problem,
    minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
    form: { action: INVITATION_PATH, fields: { invitation: invitationId } },
  })
  sendPage(exchange, page, problem === null ? {} : { status: 400 })
}

const WRONG_CODE = 'The code is wrong: copy it from the latest message.'

/** Null if the password was set, otherwise why not. */
const accept = async (
  world: World,
  exchange: Exchange,
  tenant: Tenant,
  fields: ReadonlyMap<string, string>,
): Promise<string | null> => {
  const field = (name: string) => fields.get(name) ?? ''
  const given = { invitationId: field('invitation'), code: field('code'), password: field('new_password') }
  const from = { address: exchange.clientAddress, requestId: exchange.requestId }
  try {
    return (await acceptInvitation(world, tenant, given, from)) === 'accepted' ? null : WRONG_CODE
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_request') return `${error.message}.`
    throw error
  }
}

export const invitationRoutes = (world: World, publicUrl: URL): readonly Route<Tenant>[] => [
  openPage(
    publicUrl,
    'asks for the invitation code',
    { method: 'GET', path: INVITATION_PATH },
    (exchange, tenant, site) => {
      const invitationId = queryParameters(exchange.query).get('invitation') ?? ''
      return sendInvitation(world, exchange, tenant, site, invitationId, null)
    },
  ),
  openPage(
    publicUrl,
    'checks the invitation code',
    { method: 'POST', path: INVITATION_PATH },
    async (exchange, tenant, site) => {
      brakeAddress(world, tenant, exchange.clientAddress)
      const fields = await pageForm(exchange)
      const problem = await accept(world, exchange, tenant, fields)
      if (problem === null) return seeOther(exchange, SIGN_IN_PATH)
      await sendInvitation(world, exchange, tenant, site, fields.get('invitation') ?? '', problem)
    },
  ),
]
