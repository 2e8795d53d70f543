/** What tests ask of the developer portal's graph. */
import assert from 'node:assert/strict'
import type { ConsoleClient, Data } from './console-client.ts'
import type { PortalScene } from './portal-scene.ts'

export const ERRORS = 'userErrorList { code message path }'
export const PHONE = '+41446681800'
export const OTHER_PHONE = '+41446681801'

export const REGISTRATION_INPUT = {
  name: 'RampReady',
  kind: 'other',
  isPersonal: false,
  redirectUriList: ['https://app.rampready.example/airside/callback'],
  description: 'Handles what happens on the ramp.',
  phoneNumber: PHONE,
  contact: 'RampReady GmbH, Zürich',
  website: 'https://rampready.example',
}

export const REGISTER = `mutation ($input: RegistrationInput!, $key: String) {
  applicationRegister(input: $input, idempotencyKey: $key) { application { clientId mode secretList { secretId } } ${ERRORS} } }`
const SEND = `mutation ($id: ID!, $key: String) { secretCodeSend(clientId: $id, idempotencyKey: $key) {
  application { secretCode { phoneNumber triesLeft delivery } } ${ERRORS} } }`
const CREATE = `mutation ($id: ID!, $code: String!) { secretCreate(clientId: $id, code: $code) {
  clientSecret secretId ${ERRORS} } }`

const NAME_PATH = 'input.name'

/** Where another provider of the test has the usual name, the application is called after its own (threats row 141). */
export const register = async (
  member: ConsoleClient,
  more: Partial<typeof REGISTRATION_INPUT> & { readonly connectUrl?: string } = {},
): Promise<string> => {
  const input = { ...REGISTRATION_INPUT, ...more }
  const first = (await member.data(REGISTER, { input })).applicationRegister
  const isTaken = more.name === undefined && first.userErrorList[0]?.path?.join('.') === NAME_PATH
  if (!isTaken) {
    assert.deepEqual(first.userErrorList, [])
    return first.application.clientId
  }
  const { me } = await member.data('{ me { provider { name } } }')
  const name = `${input.name} of ${me.provider.name}`
  return (await member.done('applicationRegister', REGISTER, { input: { ...input, name } })).application.clientId
}

/** The payload, refused or not. */
export const sendCode = async (member: ConsoleClient, id: string, key?: string): Promise<Data> =>
  (await member.data(SEND, { id, key })).secretCodeSend

export const createSecret = async (member: ConsoleClient, id: string, code: string): Promise<Data> =>
  (await member.data(CREATE, { id, code })).secretCreate

/** A code other than the right one. */
export const wrongCode = (code: string): string => (code === '111111' ? '222222' : '111111')

/** A secret, by way of the phone. */
export const secretOf = async (
  scene: PortalScene,
  member: ConsoleClient,
  id: string,
  phone = PHONE,
): Promise<string> => {
  assert.deepEqual((await sendCode(member, id)).userErrorList, [])
  const { clientSecret, userErrorList } = await createSecret(member, id, await scene.lastCode(phone))
  assert.deepEqual(userErrorList, [])
  return clientSecret
}
