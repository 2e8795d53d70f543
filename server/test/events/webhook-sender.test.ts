/** No way inside: whatever a webhook's address says, nothing of this network is connected to (events row 74). */
import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { Resolver } from 'node:dns'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { type Answered, type Resolve, resolveBy, WebhookSender } from '../../src/background/webhooks/webhook-sender.ts'
import { mayConnectTo, webhookUrlProblem } from '../../src/domain/events/webhook-address.ts'
import { soon } from '../support/soon.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

const sendBy = async (sender: WebhookSender, url: string, headers: Record<string, string> = {}): Promise<Answered> => {
  const answered = await sender.send(url, async () => ({ headers, body: '{"data":{}}' }))
  assert.ok(answered)
  return answered
}

const INSIDE = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://168.63.129.16/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::ffff:127.0.0.1]/',
  'https://[::ffff:a9fe:a9fe]/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
  'https://localhost/',
  'https://anything.localhost/',
  'http://receiver.example/',
  'https://user:secret@receiver.example/',
  'ftp://receiver.example/',
  'receiver.example',
]

test('addresses inside, in every form, and anything but https are refused before a name is looked up', () => {
  for (const url of INSIDE) assert.notEqual(webhookUrlProblem(url, false), null, url)
  for (const url of ['https://receiver.example/hook', 'https://8.8.8.8/', 'https://[2606:4700::1111]:8443/x?y=z'])
    assert.equal(webhookUrlProblem(url, false), null, url)
})

test('a port of a system’s own services is refused, with those that are taken (threats row 322)', () => {
  for (const port of [22, 25, 53, 80, 465, 993, 1023])
    assert.match(webhookUrlProblem(`https://receiver.example:${port}/`, false) ?? '', /port 443, or to one from 1024/)
  for (const port of [443, 1024, 8443])
    assert.equal(webhookUrlProblem(`https://receiver.example:${port}/`, false), null)
})

test('a name with more addresses than anybody needs leads nowhere, and none of them is connected to (threats row 323)', async () => {
  const receiver = await WebhookReceiver.start()
  const { port } = new URL(receiver.url)
  const sendTo = async (count: number) => {
    const addresses = Array.from({ length: count }, () => ({ address: '127.0.0.1', family: 4 }))
    const sender = new WebhookSender(true, (_name, told) => told(null, addresses))
    const url = `http://many.localhost:${port}/hook`
    const { problem } = await sendBy(sender, url, { connection: 'close' })
    sender.close()
    return problem
  }
  try {
    assert.equal(await sendTo(64), null)
    assert.match((await sendTo(65)) ?? '', /no address of the open internet/)
    assert.equal(receiver.received.length, 1)
  } finally {
    await receiver.close()
  }
})

test('loopback is allowed only where the host sets it, and nothing else inside with it', () => {
  assert.equal(webhookUrlProblem('http://127.0.0.1:3000/hook', true), null)
  assert.equal(webhookUrlProblem('http://localhost:3000/hook', true), null)
  for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'https://169.254.169.254/', 'http://receiver.example/'])
    assert.notEqual(webhookUrlProblem(url, true), null, url)
  assert.equal(mayConnectTo('::ffff:127.0.0.1', true), false)
})

describe('a name that leads inside', () => {
  let connections = 0
  let port: number
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  })
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  after(() => void server.close())

  const send = async (resolve: Resolve, url = `https://receiver.example:${port}/hook`) => {
    const sender = new WebhookSender(false, resolve)
    try {
      return await sendBy(sender, url)
    } finally {
      sender.close()
    }
  }

  test('is never connected to: alone, behind an address outside, or where it changes after the check', async () => {
    const inside = { address: '127.0.0.1', family: 4 }
    const outside = { address: '192.0.2.1', family: 4 }
    for (const addresses of [[inside], [{ address: '8.8.8.8', family: 4 }, inside], [outside]]) {
      const { status, problem } = await send((_name, told) => told(null, addresses))
      assert.equal(status, null)
      assert.match(problem ?? '', /no address of the open internet/)
    }
    let asked = 0
    await send((_name, told) => {
      asked++
      told(null, asked === 1 ? [inside] : [{ address: '8.8.8.8', family: 4 }])
    })
    assert.equal(asked, 1, 'the address that was checked is the one that is connected to')
    assert.equal(connections, 0)
  })

  test('is told from an unknown name by nothing that the log says (threats row 209)', async () => {
    const inside = await send((_name, told) => told(null, [{ address: '10.0.0.7', family: 4 }]))
    for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA']) {
      const unknown = await send((_name, told) => told(Object.assign(new Error('no'), { code }), []))
      assert.equal(unknown.problem, inside.problem)
    }
    assert.equal(inside.problem, 'its name leads to no address of the open internet')
  })
})

/** Answers questions for addresses with what is next in the list, by real datagrams. */
const startNameServer = async (answers: readonly (readonly string[])[]) => {
  const socket = createSocket('udp4')
  let asked = 0
  socket.on('message', (question, { port, address }) => {
    const addresses = answers[asked++] ?? []
    const head = Buffer.from(question.subarray(0, 12))
    head.writeUInt16BE(0x8180, 2)
    head.writeUInt16BE(addresses.length, 6)
    head.writeUInt16BE(0, 10)
    const end = question.indexOf(0, 12) + 5
    const records = addresses.map((each) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...each.split('.').map(Number)]),
    )
    socket.send(Buffer.concat([head, question.subarray(12, end), ...records]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${socket.address().port}`])
  const resolve: Resolve = (name, told) =>
    resolver.resolve4(name, (error, found = []) =>
      told(
        error,
        found.map((each) => ({ address: each, family: 4 })),
      ),
    )
  return { resolve, asked: () => asked, close: () => socket.close() }
}

test('a name server that answers otherwise the next time leads nowhere: each connection goes to the address that was checked for it (events row 74)', async () => {
  const receiver = await WebhookReceiver.start()
  const names = await startNameServer([['127.0.0.1'], ['10.0.0.7'], ['127.0.0.1', '169.254.169.254'], ['127.0.0.1']])
  const { port } = new URL(receiver.url)
  const sendWith = async (allowsLoopback: boolean, url: string) => {
    const sender = new WebhookSender(allowsLoopback, names.resolve)
    try {
      return await sendBy(sender, url, { connection: 'close' })
    } finally {
      sender.close()
    }
  }
  try {
    const url = `http://localhost:${port}/hook`
    assert.equal((await sendWith(true, url)).status, 200)
    assert.equal(names.asked(), 1, 'the name is asked for once, and the connection goes there')
    for (const [allows, to] of [
      [true, url],
      [true, url],
      [false, `https://receiver.example:${port}/hook`],
    ] as const)
      assert.match((await sendWith(allows, to)).problem ?? '', /no address of the open internet/)
    assert.equal(names.asked(), 4)
    assert.equal(receiver.received.length, 1)
  } finally {
    names.close()
    await receiver.close()
  }
})

test('a try says how long connecting and waiting took, as far as it came', async () => {
  const receiver = await WebhookReceiver.start()
  const sender = new WebhookSender(true)
  try {
    const { tookMs, connectMs, waitMs } = await sendBy(sender, receiver.url)
    assert.ok(connectMs !== null && waitMs !== null && connectMs + waitMs <= tookMs + 1)
    const nowhere = new WebhookSender(false, (_name, told) => told(null, [{ address: '10.0.0.7', family: 4 }]))
    const refused = await sendBy(nowhere, 'https://receiver.example/')
    nowhere.close()
    assert.deepEqual([refused.connectMs, refused.waitMs], [null, null])
  } finally {
    sender.close()
    await receiver.close()
  }
})

test('a receiver is told nothing before it is asked once more whether it may be, and nothing where it may not (threats row 334)', async () => {
  const heard: string[] = []
  const server = createServer((socket) => {
    heard.push('connected')
    socket.on('error', () => {})
    socket.on('data', (bytes) => void heard.push(bytes.toString()))
    socket.on('close', () => void heard.push('closed'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const sender = new WebhookSender(true)
  const withheld = await sender.send(url, async () => {
    await soon('it is connected to', () => heard.length > 0)
    assert.deepEqual(heard, ['connected'])
    return null
  })
  assert.equal(withheld, null)
  await soon('it is left', () => heard.length === 2)
  assert.deepEqual(heard, ['connected', 'closed'])
  const broken = sender.send(url, async () => {
    throw new Error('the store is away')
  })
  await assert.rejects(broken, /the store is away/)
  sender.close()
  server.close()
})

test('a receiver that answers before it is told anything has taken nothing (threats row 334)', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = new WebhookSender(true)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  // Never: the answer is there first.
  const answered = await sender.send(url, () => new Promise(() => {}))
  assert.equal(answered?.status, null)
  assert.match(answered?.problem ?? '', /before it was told/)
  sender.close()
  server.close()
})

test('a redirect is not followed', async () => {
  const inner = await WebhookReceiver.start()
  const outer = await WebhookReceiver.start()
  outer.answers(307, { location: inner.url })
  const sender = new WebhookSender(true)
  const { status } = await sendBy(sender, outer.url)
  assert.equal(status, 307)
  assert.equal(inner.received.length, 0)
  sender.close()
  await outer.close()
  await inner.close()
})

test('an answer that breaks HTTP, is cut off or has endless headers is logged as none, and harms nothing (events row 77)', async () => {
  const sender = new WebhookSender(true)
  const answered = async (bytes: string, isCut = false) => {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => void (isCut ? socket.write(bytes, () => socket.destroy()) : socket.end(bytes)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const answer = await sendBy(sender, `http://127.0.0.1:${port}/`)
    server.close()
    return answer
  }
  const broken = [
    await answered('\u0000\u00ff\r\n\r\n'),
    await answered(`HTTP/1.1 200 OK\r\nX-Endless: ${'a'.repeat(1_000_000)}\r\n\r\n`),
    await answered('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
    await answered('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', true),
  ]
  for (const { status, problem } of broken) {
    assert.equal(status, null)
    assert.match(problem ?? '', /^the connection (failed|was closed)/)
  }
  sender.close()
})

test('a receiver that answers in single bytes is read for two thousand of them and left (threats row 417)', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    const answer = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(3_000)}`
    // Without an end: whoever waits for it has no answer.
    socket.once('data', () => void socket.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = new WebhookSender(true)
  const { status, answer } = await sendBy(sender, `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
  assert.equal(status, 200)
  assert.equal(answer.length, 1024)
  sender.close()
  server.close()
})

test('a receiver that sends interim answers for ever, or wants another protocol, is left at once (threats row 321)', async () => {
  const hint = 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'
  for (const [answer, why] of [
    [hint.repeat(1_000), /too many interim answers/],
    ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n', /another protocol/],
    [`${hint}HTTP/1.1 204 No Content\r\n\r\n`, null],
  ] as const) {
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => void socket.write(answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const sender = new WebhookSender(true)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
    const { status, problem } = await sendBy(sender, url)
    if (why === null) assert.equal(status, 204)
    else assert.match(problem ?? '', why)
    sender.close()
    server.close()
  }
})

test('no part of a secret is kept of an answer, wherever it lies beside the cut (threats row 236)', async () => {
  const receiver = await WebhookReceiver.start()
  const sender = new WebhookSender(true)
  const secrets = [`whsec_${'B'.repeat(44)}`, `air_live_at_${'B'.repeat(40)}`]
  try {
    for (const secret of secrets) {
      for (let padding = 940; padding <= 1100; padding += 4) {
        const texts = [
          `${'x'.repeat(padding)} ${secret} ${'y'.repeat(400)}`,
          `${'x'.repeat(padding - 940)} ${secret} `.repeat(40),
        ]
        for (const text of texts) {
          receiver.temper = (_message, res) => void res.end(text)
          const { answer } = await sendBy(sender, receiver.url)
          assert.doesNotMatch(answer, /B/)
          assert.ok(answer.length > 900 || text !== texts[0], 'the rest is kept')
          assert.ok(Buffer.byteLength(answer) <= 1024)
        }
      }
    }
  } finally {
    sender.close()
    await receiver.close()
  }
})

describe('a name server that never answers (threats row 320)', () => {
  test('takes none of the threads that look up names for the whole process', async () => {
    const sender = new WebhookSender(false)
    const sending = sendBy(sender, 'https://receiver.invalid/hook')
    assert.ok(!process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap'))
    assert.match((await sending).problem ?? '', /no address of the open internet/)
    sender.close()
  })

  test('delays no other name: both kinds of its addresses are told, those of IPv4 first', async () => {
    const socket = createSocket('udp4')
    let unanswered = 0
    socket.on('message', (question, { port, address }) => {
      if (question.includes('slow')) return void unanswered++
      const end = question.indexOf(0, 12) + 5
      const isIpv6 = question.readUInt16BE(end - 4) === 28
      const [kind, data] = isIpv6 ? [28, [0x26, 6, 0x47, ...Array(12).fill(0), 1]] : [1, [8, 8, 8, 8]]
      const head = Buffer.from([...question.subarray(0, 2), 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
      const record = Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 0, 0, data.length, ...data])
      socket.send(Buffer.concat([head, question.subarray(12, end), record]), port, address)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${socket.address().port}`])
    const found = (name: string) =>
      new Promise<unknown>((resolve) => resolveBy(resolver)(name, (error, addresses) => resolve(error ?? addresses)))
    try {
      const lost = Array.from({ length: 40 }, (_, number) => found(`slow${number}.example`))
      await soon('they wait for the name server', () => unanswered >= 40)
      assert.deepEqual(await found('quick.example'), [
        { address: '8.8.8.8', family: 4 },
        { address: '2606:4700::1', family: 6 },
      ])
      resolver.cancel()
      for (const none of await Promise.all(lost)) assert.ok(none instanceof Error)
    } finally {
      socket.close()
    }
  })
})
