/**
 * Add-ons: applications connected to this operator, their scopes and usage, and disconnecting them (access-model §9).
 */

import { startOfDay } from '../../../domain/interval.ts'
import { mayWorkIn } from '../../../domain/oauth/token-validity.ts'
import type { Aircraft } from '../../../domain/operations/fleet/aircraft.ts'
import {
  type AddOn as AddOnValue,
  connectedAddOns,
  disconnectAddOn,
  narrowAddOn,
} from '../../../services/oauth/add-ons.ts'
import { setAddOnAircraft } from '../../../services/oauth/offered-aircraft.ts'
import { setAddOnProviders } from '../../../services/oauth/provider-contacts.ts'
import { offeredToEach } from '../../../storage/oauth/offered-aircraft.ts'
import { contactsOfEach } from '../../../storage/oauth/provider-contacts.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { payload } from '../../payload.ts'
import { actorOf } from '../../signed-in-user.ts'
import { seenOf } from '../../usage-period.ts'
import { PersonName, personName } from '../identity/person-name.ts'
import { knownParty, Party } from '../operations/party.ts'
import { usageFields } from '../usage/usage.ts'
import { AddOnChange, addOnChanges } from './add-on-change.ts'
import { applicationFields } from './application-fields.ts'
import { GrantedScope, grantedScopes } from './granted-scope.ts'
import { byFullness, gaugesOf, later, latestUse, TokenGauge } from './token-gauge.ts'

const clientOf = ({ application }: AddOnValue): string => application.client_id

/** Of one person’s application the day alone: the minute would tell who may have sent a report just then (data §11.2). */
const toldTime = <T extends number | null>({ application }: Pick<AddOnValue, 'application'>, time: T): T =>
  application.personal === 1 && time !== null ? (startOfDay(time) as T) : time

const gaugesOfAddOn = async (context: QueryContext, addOn: AddOnValue) => {
  const found = await Promise.all(addOn.grants.map(({ grant_id }) => gaugesOf(context, 'grant_id', grant_id)))
  return byFullness(
    found.flat().map((gauge) => ({
      ...gauge,
      lastUsedAt: toldTime(addOn, gauge.lastUsedAt),
      expiresAt: toldTime(addOn, gauge.expiresAt),
    })),
  )
}

/** Of one person’s application none: a token that was made just now would tell who may have sent a report. */
const toldGauges = async (context: QueryContext, addOn: AddOnValue) =>
  addOn.application.personal === 1 ? [] : gaugesOfAddOn(context, addOn)

const isSuspendedHere = ({ grants }: AddOnValue): boolean => grants.every(({ suspended_at }) => suspended_at !== null)

const OfferedAircraft = builder
  .objectRef<Pick<Aircraft, 'aircraftId' | 'registration' | 'seatCount'>>('OfferedAircraft')
  .implement({
    ...needs('add-on:read'),
    description: 'An aircraft that a marketplace may offer.',
    fields: (t) => ({
      aircraftId: t.exposeID('aircraftId'),
      registration: t.exposeString('registration'),
      seatCount: t.exposeInt('seatCount'),
    }),
  })

const AddOn = builder.objectRef<AddOnValue>('AddOn').implement({
  ...needs('add-on:read'),
  description: 'An application that is connected to this operator.',
  fields: (t) => ({
    ...applicationFields(t, ({ application }) => application),
    ...usageFields(t, clientOf, ({ application }) => application.personal === 1),
    isWorking: t.boolean({
      description: 'False while it is suspended, everywhere or here, or not in production mode here.',
      resolve: (addOn, _args, { tenant }) =>
        mayWorkIn(addOn.application.mode, tenant.environment) && !isSuspendedHere(addOn),
    }),
    isSuspendedHere: t.boolean({
      description:
        'True while whoever runs this service has suspended all that was granted here: nothing of it works, and it cannot be connected anew, until they resume or end it.',
      resolve: isSuspendedHere,
    }),
    suspendedPersonCount: t.int({
      nullable: true,
      description: 'Of how many users the grant is suspended; null where the operator allowed it.',
      resolve: ({ application, grants }) =>
        application.personal === 1 ? grants.filter(({ suspended_at }) => suspended_at !== null).length : null,
    }),
    scopeList: t.field({
      type: [GrantedScope],
      resolve: (addOn, _args, context) =>
        grantedScopes(
          context,
          clientOf(addOn),
          addOn.grants.map(({ scopes }) => scopes),
        ),
    }),
    connectedAt: t.field({
      type: 'DateTime',
      resolve: ({ grants }) => Math.min(...grants.map(({ created_at }) => created_at)),
    }),
    changedAt: t.field({ type: 'DateTime', resolve: ({ grants }) => grants[0].changed_at }),
    providerChangeList: t.field({
      type: [AddOnChange],
      description: 'What its provider changed of name, addresses, website, description or logo since it was connected.',
      resolve: (addOn, _args, context) =>
        addOnChanges(context, clientOf(addOn), Math.min(...addOn.grants.map(({ created_at }) => created_at))),
    }),
    connectedBy: t.field({
      type: PersonName,
      nullable: true,
      description: 'Who allowed it; of a personal application, who did last.',
      resolve: ({ grants }, _args, context) => personName(context, grants[0].granted_by),
    }),
    personCount: t.int({
      nullable: true,
      description: 'How many users allowed it for their own account; null where the operator did.',
      resolve: ({ application, grants }) => (application.personal === 1 ? grants.length : null),
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      resolve: async (addOn, _args, context) => {
        const seen = await seenOf(context, clientOf(addOn))
        return later(toldTime(addOn, seen?.last_at ?? null), latestUse(await gaugesOfAddOn(context, addOn)))
      },
    }),
    providerContactList: t.field({
      ...usually(3),
      type: [Party],
      description: 'Of a flight support application: the contacts that it acts for.',
      resolve: async (addOn, _args, context) => {
        const { loaders, reader } = context
        const contactIds = await loaders.loadList('contacts acted for', clientOf(addOn), (clientIds) =>
          contactsOfEach(reader, clientIds),
        )
        const found = await Promise.all(contactIds.map((contactId) => knownParty(context, contactId)))
        return found.filter((contact) => contact !== undefined)
      },
    }),
    offeredAircraftList: t.field({
      ...usually(6),
      type: [OfferedAircraft],
      description:
        'Of a marketplace: the aircraft that it may offer. Of others it reads the record of those that fly what it bought, or are in a quote that it accepted, and nothing else.',
      resolve: async (addOn, _args, { loaders, reader }) => {
        const aircraftIds = await loaders.loadList('offered aircraft', clientOf(addOn), (clientIds) =>
          offeredToEach(reader, clientIds),
        )
        const found = await Promise.all(
          aircraftIds.map((aircraftId) =>
            loaders.load('aircraft that are offered', aircraftId, (ids) => recordsById(reader, AIRCRAFT, ids)),
          ),
        )
        return found
          .filter((aircraft) => aircraft !== undefined)
          .toSorted((a, b) => (a.registration < b.registration ? -1 : 1))
      },
    }),
    tokenGaugeList: t.field({
      type: [TokenGauge],
      description:
        'One for each live refresh token, the fullest first; none of an application that people connect for themselves.',
      resolve: (addOn, _args, context) => toldGauges(context, addOn),
    }),
    fullestGauge: t.field({
      type: TokenGauge,
      nullable: true,
      resolve: async (addOn, _args, context) => (await toldGauges(context, addOn))[0] ?? null,
    }),
  }),
})

const addOnOf = async ({ reader }: QueryContext, clientId: string): Promise<AddOnValue | null> =>
  (await connectedAddOns(reader)).find((addOn) => clientOf(addOn) === clientId) ?? null

builder.queryFields((t) => ({
  addOnList: t.field({
    ...needs('add-on:read'),
    description: 'The applications that are connected here, by name. API keys are not among them.',
    type: [AddOn],
    resolve: (_root, _args, { reader }) => connectedAddOns(reader),
  }),
  addOn: t.field({
    ...needs('add-on:read'),
    description: 'One connected application; null where it is not connected here.',
    type: AddOn,
    nullable: true,
    args: { clientId: t.arg.id({ required: true }) },
    resolve: (_root, { clientId }, context) => addOnOf(context, clientId),
  }),
}))

const AddOnPayload = payload<{ readonly addOn: AddOnValue | null }>('AddOnPayload', (t) => ({
  addOn: t.expose('addOn', { type: AddOn, nullable: true }),
}))

const AddOnDisconnectPayload = payload<{ readonly clientId: string | null }>('AddOnDisconnectPayload', (t) => ({
  clientId: t.exposeID('clientId', { nullable: true }),
}))

builder.mutationFields((t) => ({
  addOnProviderListSet: mutation(t, {
    ...needs('add-on:write'),
    asksPresence: true,
    description:
      'Says for which contacts a flight support application acts: of kind HANDLER, SUPPLIER or AUTHORITY. What was to others is closed to it at once.',
    type: AddOnPayload,
    args: { clientId: t.arg.id({ required: true }), contactIdList: t.arg.idList({ required: true }) },
    run: async (args, context, key) => {
      const { clientId, contactIdList: contactIds } = args
      await setAddOnProviders(context.at, { clientId, contactIds: contactIds.map(String) }, actorOf(context), key)
      return { addOn: await addOnOf(context, clientId) }
    },
  }),
  addOnAircraftListSet: mutation(t, {
    ...needs('add-on:write'),
    asksPresence: true,
    description:
      'Says which aircraft a marketplace may offer. Of others it has, at once, no schedule, empty leg, quote or change. What it bought stays: it goes on reading the record, as it is then, of an aircraft that is on a flight that it bought, also after that flight, or in a quote that it accepted.',
    type: AddOnPayload,
    args: { clientId: t.arg.id({ required: true }), aircraftIdList: t.arg.idList({ required: true }) },
    run: async (args, context, key) => {
      const { clientId, aircraftIdList: aircraftIds } = args
      await setAddOnAircraft(context.at, { clientId, aircraftIds: aircraftIds.map(String) }, actorOf(context), key)
      return { addOn: await addOnOf(context, clientId) }
    },
  }),
  addOnDisconnect: mutation(t, {
    ...needs('add-on:write'),
    description: 'Ends what was granted to the application here; its tokens stop at once.',
    type: AddOnDisconnectPayload,
    args: { clientId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      await disconnectAddOn(context.at, args.clientId, actorOf(context), key)
      return { clientId: args.clientId }
    },
  }),
  addOnNarrow: mutation(t, {
    ...needs('add-on:write'),
    description: 'Takes away every scope but those that are kept, at once, from tokens already issued too.',
    type: AddOnPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      keepScopeList: t.arg.stringList({ required: true }),
    },
    run: async (args, context, key) => {
      const { clientId, keepScopeList: keep } = args
      await narrowAddOn(context.at, { clientId, keep }, actorOf(context), key)
      return { addOn: await addOnOf(context, args.clientId) }
    },
  }),
}))
