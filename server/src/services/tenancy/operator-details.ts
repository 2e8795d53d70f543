/** Changes what an operator says of itself: name, codes, bases, time zone. */
import { isReservedName } from '../../domain/name-skeleton.ts'
import { type Problem, textProblems } from '../../domain/problem.ts'
import { isTimezone } from '../../domain/reference/timezone.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { refuseProblems, staleVersion } from '../../domain/user-error.ts'
import { changedFields } from '../../domain/versioned.ts'
import {
  changeOperatorProfile,
  type OperatorProfile,
  operatorProfile,
  type VersionedProfile,
} from '../../storage/tenancy/operator-profile.ts'
import { isNameOfOthers, type NameHolder } from '../../storage/tenancy/taken-names.ts'
import { providerOf, setTenantName } from '../../storage/tenancy/tenants.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { Desk, Given } from '../operations/desk.ts'
import { kept, refuseNulls } from '../operations/patch.ts'
import { NAME_TAKEN } from '../providers/taken-names.ts'
import { airportOf } from '../reference/airport-code.ts'

export interface OperatorUpdate {
  readonly name?: Given<string>
  readonly iCAO?: Given<string>
  readonly iATA?: Given<string>
  readonly callsign?: Given<string>
  /** ICAO or IATA codes. */
  readonly baseList?: Given<readonly string[]>
  readonly timezone?: Given<string>
  readonly aocNumber?: Given<string>
}

export interface OperatorChange {
  readonly input: OperatorUpdate
  readonly expectedVersion: number
}

export type OperatorDetails = VersionedProfile & Pick<Tenant, 'name'>

const MAX_BASES = 20

const shape = (field: string, value: string | null, pattern: RegExp, message: string): Problem[] =>
  value === null || pattern.test(value) ? [] : [{ path: [field], message }]

const operatorProblems = (name: string, profile: OperatorProfile): Problem[] => [
  ...textProblems(['name'], name, { most: 200, required: true }),
  ...shape('iCAO', profile.iCAO, /^[A-Z]{3}$/, 'An ICAO code of an operator has three capital letters, e.g. ALP'),
  ...shape('iATA', profile.iATA, /^[A-Z0-9]{2}$/, 'An IATA code of an operator has two characters, e.g. A1'),
  ...shape(
    'callsign',
    profile.callsign,
    /^[A-Z][A-Z ]{1,39}$/,
    'A callsign has capital letters and spaces, e.g. ALPINE',
  ),
  ...textProblems(['aocNumber'], profile.aocNumber, { most: 60 }),
  ...(profile.baseIdList.length <= MAX_BASES
    ? []
    : [{ path: ['baseList'], message: `An operator has at most ${MAX_BASES} bases` }]),
  ...(isTimezone(profile.timezone)
    ? []
    : [{ path: ['timezone'], message: 'A time zone is a name of the IANA list, such as Europe/Zurich' }]),
]

/** Strangers have sandboxes: what one is called stands on its sign-in page and in mails of ours (threats row 441). */
const nameProblems = async (
  tx: ViewTx,
  { operatorId }: Pick<Tenant, 'operatorId'>,
  name: string,
  host: string,
): Promise<Problem[]> => {
  const providerId = await providerOf(tx.platform, operatorId)
  const own = [`operator ${operatorId}`, ...(providerId === null ? [] : [`provider ${providerId}`])] as NameHolder[]
  const isRefused = isReservedName(name, host) || (await isNameOfOthers(tx.platform, name, own))
  return isRefused ? [{ path: ['name'], message: `The name ${NAME_TAKEN}` }] : []
}

/** Of two writers who expect the same version one succeeds: the statement writes only over that version. */
export const updateOperator = async (
  tx: ViewTx,
  { reference, publicUrl }: Pick<Desk, 'reference'> & { readonly publicUrl: URL },
  tenant: Pick<Tenant, 'name' | 'operatorId'>,
  { input, expectedVersion }: OperatorChange,
): Promise<{ operator: OperatorDetails }> => {
  refuseNulls(input, ['name', 'timezone'])
  const before = await operatorProfile(tx)
  if (before.version !== expectedVersion) throw staleVersion()
  const bases = kept(input.baseList, null)?.map(
    (code, index) => airportOf(reference, code, ['input', 'baseList', String(index)]).airportId,
  )
  const profile: OperatorProfile = {
    iCAO: kept(input.iCAO, before.iCAO),
    iATA: kept(input.iATA, before.iATA),
    callsign: kept(input.callsign, before.callsign),
    baseIdList: input.baseList === undefined ? before.baseIdList : [...new Set(bases ?? [])],
    timezone: input.timezone ?? before.timezone,
    aocNumber: kept(input.aocNumber, before.aocNumber),
  }
  const name = input.name ?? tenant.name
  refuseProblems(operatorProblems(name, profile), ['input'])
  // A name that they have stays.
  if (name !== tenant.name) refuseProblems(await nameProblems(tx, tenant, name, publicUrl.hostname), ['input'])
  const { version: _, ...known } = before
  if (name === tenant.name && changedFields(known, profile).length === 0) return { operator: { ...before, name } }
  if (!(await changeOperatorProfile(tx, profile, expectedVersion))) throw staleVersion()
  if (name !== tenant.name) await setTenantName(tx, name)
  return { operator: { ...profile, name, version: expectedVersion + 1 } }
}
