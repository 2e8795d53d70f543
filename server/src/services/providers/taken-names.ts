/**
 * The names that providers give their company and applications: none looks like a reserved one or like one that
 * somebody else has. A refusal does not say which it is, or whose (threats row 141).
 */
import { isReservedName, nameSkeleton } from '../../domain/name-skeleton.ts'
import type { PlatformTx } from '../../storage/handles.ts'
import { applicationsOf } from '../../storage/providers/provider-applications.ts'
import { providerById } from '../../storage/providers/providers.ts'
import { giveNameBack, takeName } from '../../storage/tenancy/taken-names.ts'

export const NAME_TAKEN =
  'is reserved, or looks like a name that somebody has: choose another, or write to support if it is yours'

export interface WishedName {
  readonly providerId: string
  readonly name: string
  /** The address of the portal: what the host is called is reserved. */
  readonly portal: URL
}

/** False where the name cannot be had; then nothing was taken. */
export const takeNameFor = async (tx: PlatformTx, { providerId, name, portal }: WishedName): Promise<boolean> =>
  !isReservedName(name, portal.hostname) && takeName(tx, name, `provider ${providerId}`)

/** After a change of name: the old one is free again unless the provider still has one that looks like it. */
export const giveUnusedNameBack = async (tx: PlatformTx, providerId: string, name: string): Promise<void> => {
  const company = (await providerById(tx, providerId))?.name ?? ''
  const names = [company, ...(await applicationsOf(tx, providerId)).map((application) => application.name)]
  if (names.some((one) => nameSkeleton(one) === nameSkeleton(name))) return
  await giveNameBack(tx, name, `provider ${providerId}`)
}
