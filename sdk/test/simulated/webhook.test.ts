/** `verifyWebhook` takes what Standard Webhooks signs, and nothing else (events §3). */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { verifyWebhook, WebhookRefused } from '../../src/exports.ts'

const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const BODY = JSON.stringify({
  type: 'flight.updated',
  timestamp: '2027-06-01T06:00:00.000Z',
  data: { entityId: 'flt_ä' },
})
const NOW = Date.parse('2027-06-01T06:00:00Z')

const headersOf = (at = NOW, secret = SECRET, body = BODY): Record<string, string> => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
    .update(`msg_1.${Math.floor(at / 1000)}.${body}`)
    .digest('base64')}`,
})

describe('verifyWebhook', () => {
  test('takes the example of the specification, at its time', async () => {
    const headers = {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    }
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    assert.deepEqual(await verifyWebhook(headers, '{"test": 2432232314}', secret, 1_614_265_330_000), {
      test: 2432232314,
    })
  })

  test('returns a message that is signed by the secret, with headers of either form and a body of bytes', async () => {
    const { type, data } = await verifyWebhook(headersOf(), BODY, SECRET, NOW)
    assert.deepEqual([type, data.entityId], ['flight.updated', 'flt_ä'])
    await verifyWebhook(new Headers(headersOf()), new TextEncoder().encode(BODY), SECRET, NOW)
    const shouted = Object.fromEntries(Object.entries(headersOf()).map(([name, value]) => [name.toUpperCase(), value]))
    await verifyWebhook(shouted, BODY, SECRET, NOW)
  })

  test('takes a message with two signatures if one is by the secret', async () => {
    const other = `whsec_${randomBytes(32).toString('base64')}`
    const both = `${headersOf(NOW, other)['webhook-signature']} ${headersOf()['webhook-signature']}`
    await verifyWebhook({ ...headersOf(), 'webhook-signature': both }, BODY, SECRET, NOW)
  })

  test('computes one signature, however many a stranger sends with a message (threats row 333)', async (t) => {
    const computed = ['sign', 'verify'].map((name) => t.mock.method(crypto.subtle, name as 'sign').mock)
    const forged = Array.from({ length: 1_000 }, () => `v1,${randomBytes(32).toString('base64')}`).join(' ')
    await assert.rejects(
      verifyWebhook({ ...headersOf(), 'webhook-signature': forged }, BODY, SECRET, NOW),
      WebhookRefused,
    )
    assert.equal(
      computed.reduce((sum, mock) => sum + mock.callCount(), 0),
      1,
    )
  })

  test('refuses bytes that decode to what was signed, and are others (threats row 333)', async () => {
    const body = '{"name":"\uFFFD"}'
    const [before = '', behind = ''] = body.split('\uFFFD')
    const bytes = (text: string) => new TextEncoder().encode(text)
    for (const other of [
      Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(body)]),
      Buffer.concat([bytes(before), Buffer.from([0xff]), bytes(behind)]),
    ])
      await assert.rejects(verifyWebhook(headersOf(NOW, SECRET, body), other, SECRET, NOW), WebhookRefused)
    await verifyWebhook(headersOf(NOW, SECRET, body), bytes(body), SECRET, NOW)
  })

  test('refuses a changed body, id or time, another secret, an old or future message, and what is no signature', async () => {
    const refused = async (headers: Record<string, string | undefined>, body = BODY, secret = SECRET, now = NOW) =>
      assert.rejects(verifyWebhook(headers, body, secret, now), WebhookRefused)
    await refused(headersOf(), `${BODY} `)
    await refused({ ...headersOf(), 'webhook-id': 'msg_2' })
    await refused({ ...headersOf(), 'webhook-timestamp': String(NOW / 1000 + 1) })
    await refused(headersOf(), BODY, `whsec_${randomBytes(32).toString('base64')}`)
    await refused(headersOf(NOW - 301_000))
    await refused(headersOf(NOW + 301_000))
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
      await refused({ ...headersOf(), [name]: undefined })
    const signed = createHmac('sha256', 'x').update(BODY).digest('base64')
    for (const wrong of ['', 'v1,', 'v1,%%%', `v2,${signed}`, signed, ' v1 , '])
      await refused({ ...headersOf(), 'webhook-signature': wrong })
    await refused({ ...headersOf(), 'webhook-timestamp': 'soon' })
    for (const secret of ['', 'whsec_', 'whsec_%%', 'plain']) await refused(headersOf(), BODY, secret)
  })
})
