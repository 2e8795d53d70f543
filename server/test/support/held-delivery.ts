/** Sends webhooks of a server like the server itself, but finds the address of no name before it is let go on. */
import { WebhookDelivery } from '../../src/background/webhooks/webhook-delivery.ts'
import { WebhookSender } from '../../src/background/webhooks/webhook-sender.ts'
import { createLog } from '../../src/log.ts'
import { soon } from './soon.ts'
import type { TestServer } from './test-server.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** By its name, which is looked up. */
export const namedUrl = ({ url }: WebhookReceiver): string => url.replace('127.0.0.1', 'localhost')

/** Does something once so many messages wait for their receiver's address, then lets them go on. */
export const whileConnecting = async (
  { world, logged }: TestServer,
  messages: number,
  meanwhile: () => Promise<unknown>,
): Promise<void> => {
  const waiting: (() => void)[] = []
  let isLetGo = false
  const sender = new WebhookSender(true, (_name, told) => {
    const go = () => told(null, [{ address: '127.0.0.1', family: 4 }])
    if (isLetGo) go()
    else waiting.push(go)
  })
  const { logger: log } = createLog('warn', { write: (line: string) => void logged.push(line) })
  const queries = { answer: async () => ({ refused: 'no queries here' }), problem: async () => null }
  const delivery = new WebhookDelivery({ world, log, sender, queries })
  const delivering = delivery.deliver()
  try {
    await soon('the receiver’s name is looked up', () => waiting.length === messages)
    await meanwhile()
  } finally {
    isLetGo = true
    for (const go of waiting) go()
    await delivering
    await delivery.stop()
  }
}
