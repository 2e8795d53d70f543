/** Operators as support sees them: addresses, states and counts, never their data. */

import { MEASURED_COST } from '../../../domain/limits.ts'
import { originOf } from '../../../domain/tenancy/address.ts'
import {
  agreeToSuspension,
  openOperator,
  renameOperator,
  setOperatorSuspended,
  waitingSuspensions,
  withdrawSuspension,
} from '../../../services/support/operators.ts'
import { operatorStops } from '../../../services/support/what-stops.ts'
import { namesOfUsers } from '../../../storage/identity/user-accounts.ts'
import { nameOf } from '../../../storage/identity/users.ts'
import type { AskedSuspensionRow } from '../../../storage/support/asked-suspensions.ts'
import { type TenantSeen, type TenantStops, tenantsSeen } from '../../../storage/support/operators.ts'
import { forAdministrators, forStaff } from '../../access-declaration.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { priced } from '../../operation/list-size.ts'
import { supportBuilder as builder, byStaff, supportPayload } from '../../platform/support-builder.ts'

const Stops = builder.objectRef<TenantStops>('OperatorStops').implement({
  ...forStaff,
  description: 'What a suspension stops until the operator is resumed; access tokens that expire meanwhile stay so.',
  fields: (t) => ({
    users: t.exposeInt('users'),
    signedIn: t.exposeInt('signedIn', { description: 'Users with a session that is in use.' }),
    addOns: t.exposeInt('addOns'),
    apiKeys: t.exposeInt('apiKeys'),
    accessTokens: t.exposeInt('accessTokens'),
  }),
})

const OperatorEnvironment = builder.objectRef<TenantSeen>('OperatorEnvironment').implement({
  ...forStaff,
  fields: (t) => ({
    environment: t.exposeString('environment'),
    origin: t.string({
      resolve: ({ operatorId, environment }, _args, { publicUrl }) => originOf(publicUrl, operatorId, environment),
    }),
    isSuspended: t.boolean({
      description: 'False once it is deleted: it cannot be resumed.',
      resolve: ({ closedAt, deletedAt }) => closedAt !== null && deletedAt === null,
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the host deleted it: its audit log stays, and nobody else gets its identifier.',
    }),
    users: t.exposeInt('users'),
    addOns: t.exposeInt('addOns'),
    lastRequestAt: t.expose('lastRequestAt', { type: 'DateTime', nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    suspendedAt: t.expose('closedAt', { type: 'DateTime', nullable: true }),
    whatStops: t.field({
      ...priced(MEASURED_COST),
      type: Stops,
      resolve: ({ tenantId }, _args, { world, at }) => operatorStops(world, tenantId, at.now()),
    }),
  }),
})

interface OperatorSeen {
  readonly operatorId: string
  readonly name: string
  readonly environments: readonly TenantSeen[]
}

/** The provider whose sandbox an operator is. */
interface SandboxOwner {
  readonly providerId: string
  readonly name: string
}

const Owner = builder.objectRef<SandboxOwner>('SandboxOwner').implement({
  ...forStaff,
  description: 'The provider whose sandbox an operator is.',
  fields: (t) => ({ providerId: t.exposeID('providerId'), name: t.exposeString('name') }),
})

const ownerOf = ({ environments: [first] }: OperatorSeen): SandboxOwner | null =>
  first?.providerId == null ? null : { providerId: first.providerId, name: first.providerName ?? first.providerId }

const AskedSuspension = builder.objectRef<AskedSuspensionRow>('AskedSuspension').implement({
  ...forStaff,
  description: 'A suspension that waits for a second administrator’s word, because people are at work there.',
  fields: (t) => ({
    askerId: t.id({ resolve: ({ asked_by }) => asked_by }),
    askerName: t.string({
      resolve: async ({ asked_by }, _args, { at, loaders }) => {
        const user = await loaders.load('staff', asked_by, (ids) => namesOfUsers(at.read, ids))
        return user ? nameOf(user) : 'Somebody who left'
      },
    }),
    askedAt: t.field({ type: 'DateTime', resolve: ({ asked_at }) => asked_at }),
    reason: t.exposeString('reason'),
  }),
})

const Operator = builder.objectRef<OperatorSeen>('Operator').implement({
  ...forStaff,
  fields: (t) => ({
    operatorId: t.exposeID('operatorId'),
    name: t.exposeString('name'),
    sandboxOf: t.field({
      type: Owner,
      nullable: true,
      description: 'Set where it is or was the sandbox of a provider, for building against.',
      resolve: ownerOf,
    }),
    askedSuspension: t.field({
      type: AskedSuspension,
      nullable: true,
      resolve: async ({ operatorId }, _args, { at, loaders }) => {
        const load = (ids: readonly string[]) => waitingSuspensions(at.platform, ids, at.now())
        return (await loaders.load('asked suspension', operatorId, load)) ?? null
      },
    }),
    environmentList: t.field({ type: [OperatorEnvironment], resolve: ({ environments }) => [...environments] }),
  }),
})

const readOperators = async ({ at }: QueryContext): Promise<OperatorSeen[]> =>
  [...Map.groupBy(await tenantsSeen(at.platform), ({ operatorId }) => operatorId)].map(
    ([operatorId, environments]) => ({
      operatorId,
      name: environments[0]?.name ?? operatorId,
      environments,
    }),
  )

const readOperator = async (
  context: QueryContext,
  id: string,
): Promise<{ readonly operator: OperatorSeen | null }> => ({
  operator: (await readOperators(context)).find(({ operatorId }) => operatorId === id) ?? null,
})

builder.queryFields((t) => ({
  operatorList: t.field({
    ...forStaff,
    description: 'Operators of their own, or the sandboxes of providers.',
    type: [Operator],
    args: { areSandboxes: t.arg.boolean({ defaultValue: false, description: 'The sandboxes of providers instead.' }) },
    resolve: async (_root, { areSandboxes }, context) =>
      (await readOperators(context)).filter((operator) => (ownerOf(operator) !== null) === (areSandboxes ?? false)),
  }),
  operator: t.field({
    ...forStaff,
    type: Operator,
    nullable: true,
    args: { operatorId: t.arg.id({ required: true }) },
    resolve: async (_root, { operatorId }, context) => (await readOperator(context, operatorId)).operator,
  }),
}))

const OperatorPayload = supportPayload<{ readonly operator: OperatorSeen | null }>('OperatorPayload', (t) => ({
  operator: t.expose('operator', { type: Operator, nullable: true }),
}))

const OperatorInput = builder.inputType('OperatorInput', {
  fields: (t) => ({
    operatorId: t.string({ required: true, description: 'Part of both addresses; cannot be changed.' }),
    name: t.string({ required: true }),
    administratorEmail: t.string({ required: true }),
    administratorName: t.string({ required: true }),
    administratorSurname: t.string({ required: true }),
  }),
})

type MutationFields = Parameters<Parameters<typeof builder.mutationFields>[0]>[0]

const suspensionArgs = (t: MutationFields) => ({
  operatorId: t.arg.id({ required: true }),
  seenAskerId: t.arg.id({ required: true, description: 'Who asks for it, as you saw it.' }),
  seenReason: t.arg.string({ required: true, description: 'The reason, as you read it.' }),
})

builder.mutationFields((t) => ({
  operatorCreate: mutation(t, {
    ...forAdministrators,
    description: 'Creates an operator in both environments and invites its first administrator to each.',
    asksPresence: true,
    type: OperatorPayload,
    args: { input: t.arg({ type: OperatorInput, required: true }) },
    under: ['input'],
    run: async (args, context, key) => {
      const { operatorId, name, administratorEmail: email, ...rest } = args.input
      const administrator = { email, name: rest.administratorName, surname: rest.administratorSurname }
      const { world, publicUrl } = context
      const by = { ...byStaff(context), world, publicUrl }
      await openOperator(context.at, { operatorId, name, administrator }, by, key)
      return readOperator(context, operatorId)
    },
  }),
  operatorRename: mutation(t, {
    ...forAdministrators,
    description: 'Gives an operator another name in both environments; its identifier and addresses stay.',
    type: OperatorPayload,
    args: {
      operatorId: t.arg.id({ required: true }),
      name: t.arg.string({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      await renameOperator(context.at, args, byStaff(context), key)
      return readOperator(context, args.operatorId)
    },
  }),
  operatorSuspend: mutation(t, {
    ...forAdministrators,
    description:
      'Closes both addresses of an operator at once, or opens them again. Where people are at work it is asked for, and waits for another administrator’s word.',
    type: OperatorPayload,
    args: {
      operatorId: t.arg.id({ required: true }),
      isSuspended: t.arg.boolean({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      await setOperatorSuspended(context.at, args, byStaff(context), key)
      return readOperator(context, args.operatorId)
    },
  }),
  operatorSuspensionAgree: mutation(t, {
    ...forAdministrators,
    description: 'The second administrator’s word: closes both addresses of an operator where people are at work.',
    type: OperatorPayload,
    args: suspensionArgs(t),
    run: async (args, context, key) => {
      await agreeToSuspension(context.at, args, byStaff(context), key)
      return readOperator(context, args.operatorId)
    },
  }),
  operatorSuspensionWithdraw: mutation(t, {
    ...forAdministrators,
    description: 'Takes back a suspension that waits for another administrator’s word.',
    type: OperatorPayload,
    args: suspensionArgs(t),
    run: async (args, context, key) => {
      await withdrawSuspension(context.at, args, byStaff(context), key)
      return readOperator(context, args.operatorId)
    },
  }),
}))
