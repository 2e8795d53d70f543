/** What a reader of the guides does beside the lines of a page: signs up, registers, opens links and allows. */
import assert from 'node:assert/strict'
import { Browser, formTo } from '../../../server/test/support/browser.ts'
import { allow, returned } from '../../../server/test/support/code-grant.ts'
import { ConsoleClient } from '../../../server/test/support/console-client.ts'
import { createSecret, PHONE, register, sendCode } from '../../../server/test/support/portal-client.ts'
import type { ServerProcess } from '../../../server/test/support/server-process.ts'
import { soon } from '../../../server/test/support/soon.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

const MEMBER: Credentials = { email: 'lena@vektor.example', password: 'correct horse battery' }
const SANDBOX = '{ me { provider { sandbox { operatorId } } } }'

const codeShown = (page: string): string => /\b(\d{6})\b(?=[^\n]*<\/p>)/.exec(page)?.[1] ?? ''

export const signedInAt = async (server: ServerProcess, origin: string, person: Credentials): Promise<Browser> => {
  const browser = new Browser(server.client, origin)
  await browser.signIn(await browser.get('/sign-in/'), person.email, person.password)
  return browser
}

/** Opens the link, allows, and takes the code from the address bar. */
export const codeFrom = async (server: ServerProcess, link: URL, person: Credentials): Promise<string> => {
  const browser = await signedInAt(server, link.origin, person)
  return returned(await allow(browser, `${link.pathname}${link.search}`)).get('code') ?? ''
}

const signUp = async (server: ServerProcess, origin: string): Promise<ConsoleClient> => {
  const browser = new Browser(server.client, origin)
  const form = formTo((await browser.get('/sign-up/')).body, '/sign-up/')
  const asked = await browser.submit(form, { company: 'Vektor', name: 'Lena Vogt', ...MEMBER })
  const confirm = await browser.get(asked.headers.location ?? '')
  const outbox = /href="(\/outbox\/[^"]+)"/.exec(confirm.body)?.[1] ?? ''
  const code = codeShown((await browser.get(outbox)).body)
  assert.equal((await browser.submit(formTo(confirm.body, '/sign-up/confirm/'), { code })).status, 303)
  return new ConsoleClient(server.client, browser)
}

export interface OwnSandbox {
  readonly origin: string
  readonly clientId: string
  readonly clientSecret: string
  readonly member: Credentials
}

/** What the first two steps of the code grant by hand lead to: everything by the portal's pages and graph. */
export const ownSandbox = async (server: ServerProcess, host: string): Promise<OwnSandbox> => {
  const member = await signUp(server, `http://developers.${host}`)
  const redirectUriList = ['http://localhost:9999/callback']
  const clientId = await register(member, { name: 'Vektor Notes', redirectUriList })
  assert.deepEqual((await sendCode(member, clientId)).userErrorList, [])
  const message = (await member.browser.get('/outbox/')).body.split(`to ${PHONE}`)[1] ?? ''
  const { clientSecret, userErrorList } = await createSecret(member, clientId, codeShown(message))
  assert.deepEqual(userErrorList, [])
  let operatorId: string | undefined
  await soon('the sandbox operator is made', async () => {
    operatorId = (await member.data(SANDBOX)).me.provider.sandbox?.operatorId
    return operatorId !== undefined
  })
  return { origin: `http://${operatorId}.sandbox.${host}`, clientId, clientSecret, member: MEMBER }
}
