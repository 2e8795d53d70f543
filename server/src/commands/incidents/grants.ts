/** What applications were granted at one operator: listed, shown, ended. */
import { HOST } from '../../services/audit-trail.ts'
import { endGrantById, noSuchGrant } from '../../services/incidents/end-grant.ts'
import { heldTokens, type NamedGrant, namedGrant, namedGrants } from '../../storage/incidents/grants.ts'
import { type Command, EXAMPLE_TENANT, TENANT_OPTIONS, tenantOption, withWorld } from '../command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from '../confirmation.ts'
import { listed, type Row } from '../listed.ts'
import { dayText, shown, timeText, tokenRows } from '../shown.ts'

/** One that was disconnected while suspended still keeps its application from being connected again. */
const stateOf = ({ ended_at, suspended_at }: NamedGrant): string => {
  if (ended_at !== null) return suspended_at === null ? 'ended' : 'ended, still suspended'
  return suspended_at === null ? 'in force' : 'suspended'
}

const rowOf = (grant: NamedGrant): Row => ({
  grant_id: grant.grant_id,
  client_id: grant.client_id,
  application: grant.applicationName,
  person: grant.email,
  state: stateOf(grant),
  scopes: grant.scopes,
  created_at: timeText(grant.created_at),
})

export const grantList: Command = {
  summary: 'Lists what applications were granted at an operator, by whom and whether it is still in force.',
  options: TENANT_OPTIONS,
  examples: [`airside-server grant list ${EXAMPLE_TENANT}`, `airside-server grant list ${EXAMPLE_TENANT} --json`],
  arguments: 0,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const { tenantId } = await tenantOption(world, invocation)
      return listed((await namedGrants(world.storage.tenant(tenantId))).map(rowOf))
    }),
}

export const grantShow: Command = {
  summary: 'Shows a grant with its refresh tokens (never themselves) and when they were used.',
  words: '<grant_id>',
  options: TENANT_OPTIONS,
  examples: [`airside-server grant show gra_… ${EXAMPLE_TENANT}`],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const grantId = invocation.positionals[0] ?? ''
      const reader = world.storage.tenant((await tenantOption(world, invocation)).tenantId)
      const grant = await namedGrant(reader, grantId)
      if (!grant) throw noSuchGrant()
      const held = await heldTokens(reader, { grantId })
      const tokens = tokenRows(held, await world.storage.platform.now(), grant.email === null ? timeText : dayText)
      return shown({ ...rowOf(grant), ended_at: timeText(grant.ended_at), refresh_tokens: tokens })
    }),
}

export const grantEnd: Command = {
  summary: 'Ends a grant: its tokens are refused within a second, for good; connecting again makes a new one.',
  words: '<grant_id>',
  options: { ...TENANT_OPTIONS, ...INCIDENT_OPTIONS },
  examples: [`airside-server grant end gra_… ${EXAMPLE_TENANT} --reason "Connected by mistake" --yes`],
  arguments: 1,
  run: (invocation) =>
    withWorld(invocation.config, async (world) => {
      const grantId = invocation.positionals[0] ?? ''
      const reason = reasonOption(invocation)
      const tenant = await tenantOption(world, invocation)
      await confirm(invocation, `${grantId} at ${tenant.operatorId} is about to end: its application is disconnected.`)
      await endGrantById(world.at(tenant), grantId, reason, HOST)
      return { data: { ended: grantId }, text: `Ended ${grantId}: its tokens are refused within a second.` }
    }),
}
