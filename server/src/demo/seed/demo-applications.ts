/** The demo's two applications, both in production: one that an administrator connects, and a personal one. */

import { HOST } from '../../services/audit-trail.ts'
import { moveApplication, type Registration, registerApplication } from '../../services/oauth/applications.ts'
import type { World } from '../../services/world.ts'
import { allApplications, applicationByClientId } from '../../storage/oauth/applications.ts'
import { changeApplication } from '../../storage/providers/provider-applications.ts'
import { DEMO_CALLBACK_PATH, DEMO_START_PATH, type DemoApplication, demoRedirectUri } from '../show/demo-show.ts'
import { demoLogo } from './demo-logo.ts'

interface Planned extends Pick<Registration, 'name' | 'kind' | 'personal' | 'description'> {
  readonly text: string
  readonly scope: string
  readonly query: string
}

const PLANNED: readonly Planned[] = [
  {
    name: 'Skybridge',
    kind: 'other',
    personal: false,
    description: 'Brings contacts and flights into the books of a flight department.',
    text: 'Asks for contacts and flights. Only an administrator can let it in.',
    scope: 'contact:read contact:write flight:read',
    query: '{ tokenInfo { applicationName scopeList expiresAt } operator { name } contactList { nodeList { name } } }',
  },
  {
    name: 'Pilot Pages',
    kind: 'pilot-logbook',
    personal: true,
    description: "A pilot's own logbook.",
    text: "Asks for a person's own details. A pilot can let it in.",
    scope: 'own:profile own:roster own:logbook:read own:logbook:write',
    query: '{ tokenInfo { applicationName scopeList isPersonal } myLogbookTotals { acftICAO totalMinutes } }',
  },
]

const register = async (world: World, publicUrl: URL, planned: Planned): Promise<DemoApplication> => {
  const { name, kind, personal, description, text, scope, query } = planned
  const registration: Registration = {
    name,
    kind,
    personal,
    description,
    redirectUris: [demoRedirectUri(publicUrl)],
    phoneNumber: '+41446681800',
    contact: 'Airside demo',
    website: 'https://airside.example',
    connectUrl: `${publicUrl.origin}${DEMO_START_PATH}?${new URLSearchParams({ application: name })}`,
    logo: await demoLogo(name),
  }
  const { clientId, clientSecret } = await registerApplication(world, registration, HOST)
  const steps = ['promote'] as const
  await moveApplication(world, clientId, { actions: steps, by: 'host', reason: 'It belongs to the demo' }, HOST)
  return { name, text, clientId, clientSecret, scope, query }
}

const MAX_ADDRESSES = 5

/** The demo's applications come back to the address that this start serves, and to those of earlier starts. */
export const followAddress = async (world: World, publicUrl: URL): Promise<void> => {
  const redirectUri = demoRedirectUri(publicUrl)
  for (const { client_id, redirect_uri_list, connect_url } of await allApplications(world.storage.platform)) {
    const registered = JSON.parse(redirect_uri_list) as string[]
    const isOfDemo = registered.some((uri) => uri.endsWith(DEMO_CALLBACK_PATH))
    if (!isOfDemo || registered[0] === redirectUri) continue
    const others = registered.filter((uri) => uri !== redirectUri)
    const redirectUris = [redirectUri, ...others].slice(0, MAX_ADDRESSES)
    const connectUrl = connect_url?.replace(/^https?:\/\/[^/]+/, publicUrl.origin) ?? null
    const change = { redirect_uri_list: JSON.stringify(redirectUris), connect_url: connectUrl }
    await world.storage.writePlatform((tx) => changeApplication(tx, client_id, change))
  }
}

/** Keeps the applications of an earlier start if the store still has them. */
export const seedApplications = async (
  world: World,
  publicUrl: URL,
  earlier: readonly DemoApplication[],
): Promise<DemoApplication[]> => {
  const seeded: DemoApplication[] = []
  for (const planned of PLANNED) {
    const known = earlier.find(({ name }) => name === planned.name)
    const stored = known && (await applicationByClientId(world.storage.platform, known.clientId))
    seeded.push(known && stored ? known : await register(world, publicUrl, planned))
  }
  return seeded
}
