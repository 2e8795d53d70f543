/** Operators in an incident: their state, and the suspension that support's console has too. */
import { join } from 'node:path'
import { Failure } from '../../domain/failure.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import { HOST } from '../../services/audit-trail.ts'
import { deleteOperator } from '../../services/incidents/delete.ts'
import { readWholeFile } from '../../services/tenancy/carrying/read-operator-file.ts'
import { setOperatorSuspendedWithin } from '../../services/tenancy/operator-suspension.ts'
import type { World } from '../../services/world.ts'
import { tenantsSeen } from '../../storage/support/operators.ts'
import { findTenantInAnyState, tenantsOf } from '../../storage/tenancy/tenants.ts'
import { writeOperatorFile } from '../carrying/operator-export.ts'
import { bytesOf, newFile } from '../carrying/operator-file.ts'
import { type Command, type CommandAnswer, type Invocation, withWorld } from '../command.ts'
import { confirm, INCIDENT_OPTIONS, reasonOption } from '../confirmation.ts'
import { shown, timeText } from '../shown.ts'

const EXAMPLE_REASON = '--reason "Asked for by their director" --yes'

export const operatorShow: Command = {
  summary: 'Shows an operator: its addresses, whether it is suspended, how many people and add-ons it has.',
  words: '<operator_id>',
  options: {},
  examples: ['airside-server operator show alpine', 'airside-server operator show alpine --json'],
  arguments: 1,
  run: ({ config, positionals: [operatorId = ''] }) =>
    withWorld(config, async (world) => {
      const tenants = (await tenantsSeen(world.storage.platform)).filter((each) => each.operatorId === operatorId)
      const [first] = tenants
      if (!first) throw new Failure('not_found', `There is no operator "${operatorId}"`)
      return shown({
        operator_id: operatorId,
        name: first.name,
        created_at: timeText(first.createdAt),
        environments: tenants.map(({ environment, closedAt, users, addOns, lastRequestAt }) => ({
          environment,
          address: originOf(config.publicUrl, operatorId, environment),
          state: closedAt === null ? 'open' : 'suspended',
          suspended_at: timeText(closedAt),
          users: Number(users),
          add_ons: Number(addOns),
          last_request_at: timeText(lastRequestAt),
        })),
      })
    }),
}

const CHANGES = {
  suspend: {
    isSuspended: true,
    asks: (id: string) => `${id} is about to be suspended: nobody signs in there, and its keys and applications stop.`,
    done: (id: string) => `${id} is suspended: both addresses are closed within a second. Nothing of it is lost.`,
    not: (id: string) => `${id} was suspended before`,
  },
  resume: {
    isSuspended: false,
    asks: (id: string) =>
      `${id} is about to be opened again, for everybody and everything that it let in before; people sign in anew.`,
    done: (id: string) => `${id} is open again: keys and applications work as before, and people sign in anew.`,
    not: (id: string) => `${id} is not suspended, or it is deleted`,
  },
} as const

const change =
  (name: keyof typeof CHANGES) =>
  async (invocation: Invocation): Promise<CommandAnswer> => {
    const { isSuspended, asks, done, not } = CHANGES[name]
    const operatorId = invocation.positionals[0] ?? ''
    const reason = reasonOption(invocation)
    await confirm(invocation, asks(operatorId))
    return withWorld(invocation.config, async (world) => {
      const changed = await world.storage.writePlatform((tx) =>
        setOperatorSuspendedWithin(world, tx, { operatorId, isSuspended, reason }, HOST),
      )
      if (!changed) throw new Failure('invalid_request', not(operatorId))
      return { data: { operator_id: operatorId, suspended: isSuspended }, text: done(operatorId) }
    })
  }

export const operatorSuspend: Command = {
  summary: 'Suspends an operator: both its addresses close within a second, and nothing is lost.',
  words: '<operator_id>',
  options: INCIDENT_OPTIONS,
  examples: [`airside-server operator suspend alpine ${EXAMPLE_REASON}`],
  arguments: 1,
  run: change('suspend'),
}

export const operatorResume: Command = {
  summary: 'Ends the suspension of an operator: keys and applications work there as before, and people sign in anew.',
  words: '<operator_id>',
  options: INCIDENT_OPTIONS,
  examples: [`airside-server operator resume alpine ${EXAMPLE_REASON}`],
  arguments: 1,
  run: change('resume'),
}

/** What an operator takes along when it leaves, read again from the disk before anything is deleted. */
const exportFirst = async (world: World, operatorId: string, invocation: Invocation): Promise<string[]> => {
  const folder = invocation.options['export-first']
  if (typeof folder !== 'string') return []
  const kept = (await tenantsOf(world.storage.platform, operatorId)).filter(({ deletedAt }) => deletedAt === null)
  const open = kept.find(({ closedAt }) => closedAt === null)
  if (open) throw new Failure('invalid_request', `${operatorId} is open: suspend it first`)
  const files = kept.map(({ environment }) => newFile(join(folder, `${operatorId}-${environment}.airside`)))
  for (const [index, { environment }] of kept.entries()) {
    const tenant = await findTenantInAnyState(world.storage.platform, operatorId, environment)
    if (!tenant) continue
    await writeOperatorFile(world, tenant, files[index] as string, invocation)
    await readWholeFile(world, bytesOf(files[index] as string))
  }
  return files
}

export const operatorDelete: Command = {
  summary:
    'Deletes a suspended operator: its records, people and access go for good, in small steps. Its audit log stays until its own time is over, and nobody else can have its id.',
  words: '<operator_id>',
  options: {
    'export-first': {
      type: 'string',
      value: '<folder>',
      text: 'write a file of "operator export" for each environment into this folder, and delete only once both are whole',
      optional: true,
    },
    ...INCIDENT_OPTIONS,
  },
  examples: ['airside-server operator delete meadow --export-first . --reason "Their contract ended" --yes'],
  arguments: 1,
  run: async (invocation) => {
    const operatorId = invocation.positionals[0] ?? ''
    const reason = reasonOption(invocation)
    const asks = `${operatorId} is about to be deleted in both environments. No command brings its data back; a backup does.`
    await confirm(invocation, asks)
    return withWorld(invocation.config, async (world) => {
      const files = await exportFirst(world, operatorId, invocation)
      const { users, auditEntriesKept } = await deleteOperator(world, operatorId, reason, HOST)
      return {
        data: { deleted: operatorId, users, audit_entries_kept: auditEntriesKept, files },
        text: `${files.map((file) => `Wrote ${file}\n`).join('')}Deleted ${operatorId}: its records, ${users} people, keys and connections. ${auditEntriesKept} entries of its audit log are kept; "operator show" still finds it.`,
      }
    })
  },
}
