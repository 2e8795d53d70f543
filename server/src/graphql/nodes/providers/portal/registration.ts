/** Registers and changes an application; every rule answers at its field (portals §2). */

import {
  APPLICATION_KINDS,
  type ApplicationKind,
  isOffered,
  scopeCeiling,
  scopeEntry,
} from '../../../../domain/scopes.ts'
import {
  changeRegistration,
  type RegistrationChange,
  registerForProvider,
} from '../../../../services/providers/registering.ts'
import { forMembers } from '../../../access-declaration.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, byMember } from '../../../platform/portal-builder.ts'
import { ApplicationPayload, readOwn } from './application.ts'

const KindNode = builder.objectRef<ApplicationKind>('ApplicationKind').implement({
  ...forMembers,
  description: 'What an application is for; decides the most it may ever ask for.',
  fields: (t) => ({
    kind: t.string({ resolve: (kind) => kind }),
    areaList: t.stringList({
      description: 'The areas of what it may ask for today, in words; a scope that opens nothing yet has none.',
      resolve: (kind) => [
        ...new Set(
          scopeCeiling(kind, false)
            .filter(isOffered)
            .map((scope) => scopeEntry(scope).area),
        ),
      ],
    }),
  }),
})

builder.queryField('applicationKindList', (t) =>
  t.field({
    ...forMembers,
    description: 'Every kind of application.',
    type: [KindNode],
    resolve: () => [...APPLICATION_KINDS],
  }),
)

const RegistrationInput = builder.inputType('RegistrationInput', {
  fields: (t) => ({
    name: t.string({ required: true }),
    kind: t.string({
      required: true,
      description: 'marketplace, flight-support, electronic-flight-bag, safety-management, pilot-logbook or other.',
    }),
    isPersonal: t.boolean({ description: 'Reaches one person’s own details only. A pilot-logbook always does.' }),
    redirectUriList: t.stringList({ required: true }),
    description: t.string({ required: true }),
    phoneNumber: t.string({ required: true, description: 'With its country code. It secures the client secret.' }),
    contact: t.string({ required: true }),
    website: t.string({ required: true }),
    connectUrl: t.string(),
  }),
})

const RegistrationChangeInput = builder.inputType('RegistrationChangeInput', {
  fields: (t) => ({
    name: t.string(),
    redirectUriList: t.stringList(),
    description: t.string(),
    contact: t.string(),
    website: t.string(),
    connectUrl: t.string({ description: 'Null removes it.' }),
  }),
})

type Given = typeof RegistrationChangeInput.$inferInput

/** Fields that are left out stay as they are. */
const changeOf = (given: Given): RegistrationChange => ({
  ...(given.name == null ? {} : { name: given.name }),
  ...(given.redirectUriList == null ? {} : { redirectUris: given.redirectUriList }),
  ...(given.description == null ? {} : { description: given.description }),
  ...(given.contact == null ? {} : { contact: given.contact }),
  ...(given.website == null ? {} : { website: given.website }),
  ...(given.connectUrl === undefined ? {} : { connectUrl: given.connectUrl }),
})

builder.mutationFields((t) => ({
  applicationRegister: mutation(t, {
    ...forMembers,
    description:
      'Registers an application in mode "test". The first one also asks for the provider’s sandbox operator, which is made within seconds. A secret is made by secretCreate. The logo is sent as the body of a POST to /console/logo/?client_id=…, as application/octet-stream: a PNG, JPEG or WebP of at most 1 MB.',
    type: ApplicationPayload,
    args: { input: t.arg({ type: RegistrationInput, required: true }) },
    run: async (args, context, key) => {
      const { isPersonal, redirectUriList, connectUrl, kind, ...rest } = args.input
      const registration = {
        ...rest,
        kind: kind as ApplicationKind,
        personal: isPersonal === true || kind === 'pilot-logbook',
        redirectUris: redirectUriList,
        connectUrl: connectUrl ?? null,
        logo: null,
      }
      const clientId = await registerForProvider(
        context.at,
        { registration, portal: context.publicUrl },
        byMember(context),
        key,
      )
      return { application: await readOwn(context, clientId) }
    },
  }),
  applicationChange: mutation(t, {
    ...forMembers,
    description:
      'Changes what may change: everything but client id, kind and phone number. In production operators read of a new name, logo or redirect URI in their audit log.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      input: t.arg({ type: RegistrationChangeInput, required: true }),
    },
    run: async (args, context, key) => {
      const changed = { clientId: args.clientId, change: changeOf(args.input), portal: context.publicUrl }
      await changeRegistration(context.at, changed, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
}))
