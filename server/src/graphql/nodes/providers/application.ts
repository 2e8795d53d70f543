/** An application as its provider and support see it. */
import { ceilingAt } from '../../../domain/oauth/extra-scopes.ts'
import { isOffered, type Scope, scopeEntry, scopesIn } from '../../../domain/scopes.ts'
import { logoPath } from '../../../domain/tenancy/address.ts'
import { actorOf } from '../../../services/providers/illegal-step.ts'
import { namesOfUsers } from '../../../storage/identity/user-accounts.ts'
import { applicationsWithLogo } from '../../../storage/oauth/add-ons.ts'
import { type ApplicationRow, applicationTransitions, type TransitionRow } from '../../../storage/oauth/applications.ts'
import type { AccessExtensions } from '../../access-declaration.ts'
import type { Builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'

export interface Declared {
  readonly extensions: AccessExtensions
}

export type FieldBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<Builder['$inferSchemaTypes'], Shape>

const scopeNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<{ readonly scope: Scope }>('ScopeInWords').implement({
    ...declared,
    description: 'A scope, and what it allows in words.',
    fields: (t) => ({
      name: t.string({ resolve: ({ scope }) => scope }),
      area: t.string({ resolve: ({ scope }) => scopeEntry(scope).area }),
      access: t.string({ description: 'read or write.', resolve: ({ scope }) => scopeEntry(scope).access }),
      text: t.string({ resolve: ({ scope }) => scopeEntry(scope).text }),
      subject: t.string({
        description: 'What it is about in few words: seeing and changing the same have the same.',
        resolve: ({ scope }) => scopeEntry(scope).noun,
      }),
    }),
  })

/** Who of the provider, of support or of the host it was. */
export const nameOfActor = (
  { world, loaders }: QueryContext,
  step: Pick<TransitionRow, 'actor_kind' | 'actor_id'>,
): Promise<string> =>
  actorOf((realmId, userId) => {
    const load = (ids: readonly string[]) => namesOfUsers(world.storage.tenant(realmId), ids)
    return loaders.load(`person of ${realmId}`, userId, load)
  }, step)

const transitionNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<TransitionRow>('Transition').implement({
    ...declared,
    description: 'A step of the application from one mode to another: who, when and why.',
    fields: (t) => ({
      position: t.exposeInt('position'),
      action: t.exposeString('action'),
      fromMode: t.string({ resolve: ({ from_mode }) => from_mode }),
      toMode: t.string({ resolve: ({ to_mode }) => to_mode }),
      at: t.field({ type: 'DateTime', resolve: ({ at }) => at }),
      by: t.string({ description: 'provider, support or host.', resolve: ({ actor_kind }) => actor_kind }),
      byName: t.string({ description: 'Who took it.', resolve: (step, _args, context) => nameOfActor(context, step) }),
      reason: t.exposeString('reason', { nullable: true }),
    }),
  })

/** The parts that the fields of an application return, made once for a graph. */
export const applicationParts = (builder: Builder, declared: Declared) => ({
  ScopeInWords: scopeNode(builder, declared),
  Transition: transitionNode(builder, declared),
})

/** The most it may ever ask for: what its kind may, and what support added. */
export const askableScopes = (application: ApplicationRow, now: number): Scope[] =>
  scopesIn(ceilingAt(application, now)).filter(isOffered)

type Parts = ReturnType<typeof applicationParts>

const itemFields = (t: FieldBuilder<ApplicationRow>) => ({
  clientId: t.id({ resolve: ({ client_id }) => client_id }),
  name: t.exposeString('name'),
  kind: t.exposeString('kind'),
  isPersonal: t.boolean({ resolve: ({ personal }) => personal === 1 }),
  redirectUriList: t.stringList({ resolve: ({ redirect_uri_list }) => JSON.parse(redirect_uri_list) as string[] }),
  description: t.exposeString('description'),
  phoneNumber: t.string({ resolve: ({ phone_number }) => phone_number }),
  contact: t.exposeString('contact'),
  website: t.exposeString('website'),
  connectUrl: t.string({ nullable: true, resolve: ({ connect_url }) => connect_url }),
  logoPath: t.string({
    nullable: true,
    description: 'Path of its logo on this address.',
    resolve: async ({ client_id }, _args, { loaders, reader }) => {
      const load = (ids: readonly string[]) => applicationsWithLogo(reader, ids)
      return (await loaders.load('logo', client_id, load)) ? logoPath(client_id) : null
    },
  }),
})

/** The items of the registration, the mode and how it came to it. */
export const applicationFields = (t: FieldBuilder<ApplicationRow>, { ScopeInWords, Transition }: Parts) => ({
  ...itemFields(t),
  mode: t.string({
    description: 'test, demo-requested, demo-scheduled, production or suspended.',
    resolve: ({ mode }) => mode,
  }),
  registeredAt: t.field({ type: 'DateTime', resolve: ({ created_at }) => created_at }),
  scopeCeilingList: t.field({
    type: [ScopeInWords],
    description: 'The most it may ever ask for.',
    resolve: (application, _args, { at }) => askableScopes(application, at.now()).map((scope) => ({ scope })),
  }),
  transitionList: t.field({
    type: [Transition],
    description: 'Every step between modes, oldest first.',
    resolve: ({ client_id }, _args, { at }) => applicationTransitions(at.platform, client_id),
  }),
})
