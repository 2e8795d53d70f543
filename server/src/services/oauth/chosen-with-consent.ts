/**
 * What an administrator ticks on the consent page beside the scopes: for whom a flight support application answers, or
 * which aircraft a marketplace offers. It travels with the code and counts from its exchange, together with the scopes:
 * at "Allow" it would count for tokens with scopes that the page said would end (ADR 223).
 */
import type { TenantTx } from '../../storage/handles.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import type { CodeRow } from '../../storage/oauth/authorization-codes.ts'
import { type Actor, type AuditEvent, recordAudit } from '../audit-trail.ts'
import type { Randomness } from '../world.ts'
import { aircraftAtConsent, offerable, offerFrom, offersAircraft } from './offered-aircraft.ts'
import { actFor, actsForProviders, chosenAtConsent, eligible } from './provider-contacts.ts'

/** What of it can be chosen; undefined where the application needs scopes alone, null where one must be, and none was. */
export const chosenNow = async (
  tx: TenantTx,
  application: ApplicationRow,
  asked: readonly string[],
): Promise<readonly string[] | null | undefined> => {
  if (actsForProviders(application)) return chosenAtConsent(tx, application.client_id, asked)
  return offersAircraft(application) ? aircraftAtConsent(tx, application.client_id, asked) : undefined
}

/** As a code keeps it. */
export const writtenChoice = (chosen: readonly string[] | undefined): string | null => chosen?.join(' ') ?? null

const idsIn = (written: string): string[] => written.split(' ').filter((id) => id !== '')

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && before.every((id) => after.includes(id))

/**
 * Part of the exchange, once its consent is the one in force. What was erased or sold since is left out. The log names
 * who allowed it, as where they choose in the add-ons panel; the address is the application's, and left out.
 */
export const takeChosen = async (
  world: Randomness,
  tx: TenantTx,
  { application, code }: { readonly application: ApplicationRow; readonly code: CodeRow },
  requestId: string | null,
): Promise<void> => {
  const { client_id: clientId } = application
  // Null too of a code that the release before wrote: there the choice counted at once.
  if (code.chosen === null) return
  const wanted = idsIn(code.chosen)
  const actor: Actor = { kind: 'user', id: code.user_id, address: null, requestId }
  const log = async (action: AuditEvent['action'], before: readonly string[], after: readonly string[]) => {
    if (isSame(before, after)) return
    await recordAudit(world, tx, actor, {
      action,
      subject: { kind: 'application', id: clientId },
      detail: { before, after },
    })
  }
  if (actsForProviders(application)) {
    const after = await eligible(tx, wanted)
    await log('add-on.providers-set', await actFor(tx, clientId, after), after)
  } else if (offersAircraft(application)) {
    const after = await offerable(tx, wanted)
    await log('add-on.aircraft-set', await offerFrom(tx, clientId, after), after)
  }
}
