/** An administrator sets up a webhook at a real receiver: refused, added, tested, failing, sent again, off and on (events §2). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Page } from 'playwright-core'
import { oneAfterAnother } from '../../server/test/support/one-after-another.ts'
import { pageFaults } from '../../server/test/support/page-faults.ts'
import { becomes, soon } from '../../server/test/support/soon.ts'
import { WebhookReceiver } from '../../server/test/support/webhook-receiver.ts'
import { DemoConsole } from './support/demo-console.ts'

const test = oneAfterAnother()

describe('webhooks in the console', () => {
  let demo: DemoConsole
  let page: Page
  let receiver: WebhookReceiver
  before(async () => {
    receiver = await WebhookReceiver.start()
    demo = await DemoConsole.start({ AIRSIDE_WEBHOOK_LOOPBACK: '1' })
    const tenant = demo.tenant('alpine', 'production')
    page = await demo.signIn(tenant, tenant.admin)
  })
  after(async () => {
    await demo.stop()
    await receiver.close()
  })

  const drawer = () => page.getByRole('dialog').first()
  const close = () => drawer().getByRole('button', { name: 'Close' }).click()
  /** Answers the question that stands open. */
  const confirm = async (verb: string | RegExp) => {
    const question = page.getByRole('dialog').last()
    await question.getByRole('button', { name: verb, exact: true }).click()
    await page.getByRole('dialog').nth(1).waitFor({ state: 'hidden' })
  }
  const reopen = async () => {
    await page.getByRole('table', { name: 'Endpoints' }).getByRole('link', { name: 'Fuel desk' }).click()
    await drawer().getByText('Taken at the first try').waitFor()
  }

  test('what is wrong with an endpoint stands at its field, and what was typed stays', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
    await page.getByText('Nothing is told to anybody').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await page.getByRole('link', { name: 'Add an endpoint' }).click()
    await drawer().getByLabel('URL').fill('https://10.2.0.14/hook')
    await drawer().getByRole('button', { name: 'Add, and show the secret' }).click()
    await drawer().getByText('Choose at least one kind of record.').waitFor()
    await drawer().getByLabel('What it is for').fill('Fuel desk')
    await drawer().getByLabel('API key it acts as').selectOption({ label: 'Demo key' })
    await drawer().getByLabel('Contacts', { exact: true }).check()
    await drawer().getByRole('button', { name: 'Add, and show the secret' }).click()
    await drawer().getByRole('alert').getByText('No endpoint was added.').waitFor()
    await becomes('URL is wrong', () => drawer().getByLabel('URL').getAttribute('aria-invalid'), 'true')
    assert.equal(await drawer().getByLabel('What it is for').inputValue(), 'Fuel desk')
    assert.deepEqual(await pageFaults(page), [])
  })

  test('the secret is shown once, and a test arrives', async () => {
    await drawer().getByLabel('URL').fill(receiver.url)
    await drawer().getByRole('button', { name: 'Add, and show the secret' }).click()
    assert.match(await drawer().getByLabel('Signing secret').inputValue(), /^whsec_/)
    assert.equal(await drawer().getByRole('button', { name: 'Close' }).count(), 0, 'not before it is stored')
    await drawer().getByRole('button', { name: 'Send a test' }).click()
    await soon('the test arrives', () => receiver.received[0]?.type === 'webhook.test')
    await drawer().getByLabel('I stored it').check()
    await drawer().getByRole('button', { name: 'Done' }).click()
    const attempts = page.getByRole('table', { name: 'Attempts', exact: true })
    await attempts
      .getByRole('row', { name: /webhook\.test/ })
      .getByText('200')
      .waitFor()
  })

  test('a refused change is in the log with its answer, and is sent again once the receiver takes it', async () => {
    await close()
    receiver.answers(503)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data' }).click()
    await page.getByRole('link', { name: 'Contacts' }).first().click()
    await page.getByRole('button', { name: 'Add contact' }).click()
    await drawer().getByLabel('Kind').selectOption('HANDLER')
    await drawer().getByLabel('Name', { exact: true }).fill('Jet Aviation')
    await drawer().getByRole('button', { name: 'Add contact' }).click()
    await soon('it is sent', () => receiver.received.some(({ type }) => type === 'contact.created'))
    await page.getByRole('dialog').first().getByRole('button', { name: 'Close' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }).click()
    await page
      .getByRole('row', { name: /Fuel desk/ })
      .getByText('Failing')
      .waitFor()
    await page.getByText('Fuel desk answers 503.').waitFor()
    await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await reopen()
    await drawer().getByText('1 message waits').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await drawer()
      .getByRole('row', { name: /contact\.created/ })
      .first()
      .getByRole('link')
      .click()
    await drawer().getByText('Only 200 to 299 within 10 s').waitFor()
    await drawer().getByText('Next try at').waitFor()
    await drawer().getByText('Their server').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    receiver.takesAll()
    await drawer().getByRole('button', { name: 'Send it again' }).click()
    await soon('it is taken', () => receiver.received.filter(({ type }) => type === 'contact.created').length > 1)
    const ids = receiver.received.filter(({ type }) => type === 'contact.created').map(({ id }) => id)
    assert.equal(new Set(ids).size, 1, 'under the same id')
    await drawer().getByRole('link', { name: 'Back to the endpoint' }).click()
  })

  test('a new secret overlaps the old one for a day; switched off nothing is sent, switched on it goes on', async () => {
    await drawer().getByRole('button', { name: 'Replace the secret' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Make a new secret' }).click()
    await drawer().getByText('The old one signs too').waitFor()
    await drawer().getByLabel('I stored it').check()
    await drawer().getByRole('button', { name: 'Done' }).click()
    await drawer().getByText('and the one before until').waitFor()
    await drawer().getByRole('button', { name: 'Switch off' }).click()
    await confirm('Switch off')
    await drawer().getByText('an administrator switched it off').waitFor()
    await drawer().getByRole('button', { name: 'Switch on' }).click()
    await confirm('Switch on')
    const before = receiver.received.length
    await drawer()
      .getByRole('row', { name: /contact\.created/ })
      .first()
      .getByRole('link')
      .click()
    await drawer().getByRole('button', { name: 'Send again from here on' }).click()
    await page.getByRole('dialog').last().getByText('1 message goes to').waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await confirm('Send 1 again')
    await soon('it comes again', () => receiver.received.length > before)
  })

  test('changed and deleted, it is gone from the list', async () => {
    await drawer().getByRole('link', { name: 'Back to the endpoint' }).click()
    await drawer().getByRole('link', { name: 'Change' }).click()
    await drawer().getByLabel('What it is for').fill('Fuel desk, Geneva')
    await drawer().getByText('A query for the payload').click()
    await drawer()
      .getByLabel('Query for the payload')
      .fill('query ($entityId: ID!) { contact(contactId: $entityId) { name } }')
    await drawer().getByRole('button', { name: 'Show a message' }).click()
    await drawer()
      .getByText(/"name": "Jet Aviation"/)
      .waitFor()
    assert.deepEqual(await pageFaults(page), [])
    await drawer().getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog', { name: 'Fuel desk, Geneva' }).waitFor()
    await drawer().getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').last().getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Nothing is told to anybody').waitFor()
  })
})
