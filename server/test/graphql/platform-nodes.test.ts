/** The graphs of the developer portal and of support: every node says whom it is for, or the server does not start. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { audienceOf, forMembers, forStaff, noScope, objectTypes } from '../../src/graphql/access-declaration.ts'
import { newBuilder } from '../../src/graphql/builder.ts'
import { buildPlatformSchema } from '../../src/graphql/platform/platform-schema.ts'
import { buildPortalSchema } from '../../src/graphql/platform/portal-schema.ts'
import { buildSupportSchema } from '../../src/graphql/platform/support-schema.ts'

/** A new mutation needs a new line here, and a review. */
const PORTAL_MUTATIONS = `
applicationChange: member
applicationRegister: member
codeExchange: member
demoRequest: member
demoWithdraw: member
memberInvitationEnd: owner
memberInvite: owner
memberOwnerSet: owner
memberRemove: member
messageSend: member
newsSee: member
phoneChangeAsk: member
phoneChangeConfirm: member
phoneChangeStart: member
sandboxReset: member
secretCodeSend: member
secretCreate: member
secretEnd: member
testClockAdvance: member
tokenRefresh: member
webhookCreate: member
webhookDelete: member
webhookPreview: member
webhookResend: member
webhookResendFrom: member
webhookSecretRotate: member
webhookSwitch: member
webhookTakeOver: member
webhookTest: member
webhookUpdate: member
`

const SUPPORT_MUTATIONS = `
applicationDecide: reviewer
applicationResume: administrator
applicationSuspend: administrator
caseGiveBack: reviewer
caseTake: reviewer
demoPostpone: reviewer
demoSchedule: reviewer
extraScopesAllow: reviewer
extraScopesWithdraw: reviewer
messageSend: reviewer
newsSee: staff
operatorCreate: administrator
operatorRename: administrator
operatorSuspend: administrator
operatorSuspensionAgree: administrator
operatorSuspensionWithdraw: administrator
phoneChangeAllow: reviewer
requestLookUp: staff
staffRoleSet: administrator
`

const mutationsOf = (schema: ReturnType<typeof buildPortalSchema>): string[] =>
  Object.values(schema.getMutationType()?.getFields() ?? {})
    .map((field) => `${field.name}: ${audienceOf(field)}`)
    .sort()

test('the portal has exactly the listed mutations, each with whom it is for', () => {
  const schema = buildPortalSchema()
  assert.deepEqual(mutationsOf(schema), PORTAL_MUTATIONS.trim().split('\n'))
  for (const type of objectTypes(schema)) {
    if (type !== schema.getQueryType() && type !== schema.getMutationType()) {
      assert.match(type.description ?? '', /For (members|owners) of a provider\.$/, type.name)
    }
  }
})

test('support has exactly the listed mutations, each with the role of staff it is for', () => {
  assert.deepEqual(mutationsOf(buildSupportSchema()), SUPPORT_MUTATIONS.trim().split('\n'))
})

test('a node without an audience, or with another graph’s, stops the server and is named', () => {
  for (const declared of [{}, noScope, forStaff]) {
    const builder = newBuilder()
    builder.queryField('fine', (t) => t.string({ ...forMembers, resolve: () => '' }))
    builder.queryField('forgotten', (t) => t.string({ ...declared, resolve: () => '' }))
    builder.mutationField('alsoFine', (t) => t.string({ ...forMembers, resolve: () => '' }))
    assert.throws(
      () => buildPlatformSchema(builder, ['member', 'owner']),
      /do not declare that they are for member or owner: Query\.forgotten$/,
    )
  }
})
