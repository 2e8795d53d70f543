/** A message is sent by one of several processes, however long the mail server takes. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { mailCourier } from '../../src/background/mail-courier.ts'
import { OutboxDelivery } from '../../src/background/outbox-delivery.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { insertMessage } from '../../src/storage/outbox.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type SmtpServer, startSmtpServer } from '../support/smtp-server.ts'
import { soon } from '../support/soon.ts'
import { storesFor } from '../support/test-server.ts'
import { openTestStorage, type TestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

for (const store of storesFor('locks')) {
  describe(`the outbox of two processes (${store})`, () => {
    let one: TestStorage
    let other: TestStorage
    let mail: SmtpServer
    let tenantId: string
    before(async () => {
      mail = await startSmtpServer()
      one = await openTestStorage(store)
      other = await one.beside()
      tenantId = await one.tenant('alpine')
    })
    after(async () => {
      await other.storage.close()
      await one.close()
      await mail.close()
    })

    const deliveryOf = ({ storage }: TestStorage) =>
      new OutboxDelivery(
        storage,
        pino({ level: 'silent' }),
        mailCourier(mail.url, 'Airside <no-reply@airside.example>'),
      )
    const write = (message_id: string) => {
      const at = one.clock.now()
      const text = { recipient: 'anna@alpine.example', subject: message_id, body: 'Hello' }
      return one.storage.writeTenant(tenantId, (tx) =>
        insertMessage(tx, { message_id, ...text, created_at: at, expires_at: at + 3_600_000 }),
      )
    }
    const advance = (seconds: number) => {
      for (const { clock } of [one, other]) clock.advanceSeconds(seconds)
    }

    test('a message that a slow mail server holds is not sent by a second process as well', async () => {
      await write('msg_slow')
      mail.hold(true)
      const sending = deliveryOf(one).deliver()
      const first = await mail.next()
      assert.match(first, /^Message-ID: <msg_slow@airside\.example>$/m)
      advance(120)
      await deliveryOf(other).deliver()
      mail.hold(false)
      await sending
      advance(3000)
      await deliveryOf(other).deliver()
      assert.equal(mail.messages.length, 1)
    })

    test('of two processes that deliver at the same moment one sends each message', async () => {
      const names = Array.from({ length: 8 }, (_, index) => `msg_${index}`)
      for (const name of names) await write(name)
      const before = mail.messages.length
      await Promise.all([deliveryOf(one).deliver(), deliveryOf(other).deliver()])
      const sent = mail.messages.slice(before).map((message) => /^Subject: (.*)$/m.exec(message)?.[1])
      assert.deepEqual(sent.toSorted(), names)
    })

    test('a message that the gateway refuses is tried again a minute later, and not before', async () => {
      await write('msg_refused')
      const before = mail.messages.length
      mail.refuse(true)
      await deliveryOf(one).deliver()
      mail.refuse(false)
      advance(55)
      await deliveryOf(other).deliver()
      assert.equal(mail.messages.length, before)
      advance(10)
      await deliveryOf(other).deliver()
      assert.equal(mail.messages.length, before + 1)
    })
  })
}

describe('the outbox of many operators', () => {
  test('mails do not wait for what an operator writes for long (threats row 469)', async () => {
    const mail = await startSmtpServer()
    const store = await openTestStorage('sqlite')
    const { storage, clock } = store
    const lifetime = new EndableLifetime()
    const operators = [await store.tenant('alpine'), await store.tenant('bravo')]
    for (const tenantId of operators) {
      const at = clock.now()
      const text = { recipient: 'anna@alpine.example', subject: 'Hello', body: 'Hello' }
      await storage.writeTenant(tenantId, (tx) =>
        insertMessage(tx, { message_id: `msg_${tenantId}`, ...text, created_at: at, expires_at: at + 3_600_000 }),
      )
      clock.advanceSeconds(1)
    }
    let [isBegun, isOver] = [false, false]
    const written = storage.during(lifetime).writeTenant(operators[0] as string, async (tx) => {
      isBegun = true
      while (!isOver) await tx.now()
    })
    await soon('the write has begun', () => isBegun)
    const courier = mailCourier(mail.url, 'Airside <no-reply@airside.example>')
    const delivered = new OutboxDelivery(storage, pino({ level: 'silent' }), courier).deliver()
    await soon('both mails are sent', () => mail.messages.length === 2)
    await delivered
    isOver = true
    await written
    await store.close()
    await mail.close()
  })
})
