/** A mail server that accepts and keeps every message: the part of SMTP (RFC 5321) that our client uses. */
import { createServer, type Socket } from 'node:net'

export interface SmtpServer {
  readonly url: string
  readonly messages: readonly string[]
  /** The next message to arrive, or the one that did. */
  next(): Promise<string>
  /** Refuse what comes, as a full mailbox does. */
  refuse(on: boolean): void
  /** Take messages without a word of thanks, as a mail server does that hangs; ends with the answer to all of them. */
  hold(on: boolean): void
  /** The next time that something is refused. */
  refusal(): Promise<void>
  close(): Promise<void>
}

export const startSmtpServer = async (): Promise<SmtpServer> => {
  const messages: string[] = []
  let waiting: ((message: string) => void)[] = []
  let taken = 0
  let refusing = false
  let held: (() => void)[] | null = null
  let refused = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    converse(
      socket,
      () => {
        if (refusing) refused.resolve()
        return refusing
      },
      (message, thank) => {
        if (held === null) thank()
        else held.push(thank)
        messages.push(message)
        const ready = waiting
        waiting = []
        for (const resolve of ready) resolve(messages[taken++] ?? '')
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    next: () =>
      taken < messages.length
        ? Promise.resolve(messages[taken++] ?? '')
        : new Promise((resolve) => waiting.push(resolve)),
    refuse: (on) => {
      refusing = on
      refused = Promise.withResolvers<void>()
    },
    hold: (on) => {
      for (const thank of held ?? []) thank()
      held = on ? [] : null
    },
    refusal: () => refused.promise,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const converse = (
  socket: Socket,
  isRefusing: () => boolean,
  take: (message: string, thank: () => void) => void,
): void => {
  let pending = ''
  let message: string[] | null = null
  const say = (line: string) => socket.write(`${line}\r\n`)
  const hear = (line: string): void => {
    if (message !== null) {
      if (line !== '.') return void message.push(line)
      const taken = message.join('\n')
      message = null
      take(taken, () => say('250 taken'))
    } else if (/^DATA/i.test(line)) {
      message = []
      say('354 go on')
    } else if (/^QUIT/i.test(line)) {
      say('221 bye')
      socket.end()
    } else if (/^RCPT/i.test(line) && isRefusing()) say('452 mailbox full')
    else say('250 fine')
  }
  socket.on('data', (chunk) => {
    pending += chunk
    const lines = pending.split('\r\n')
    pending = lines.pop() ?? ''
    for (const line of lines) hear(line)
  })
  say('220 test')
}
