/** Asks a running Node process, started with --inspect, to evaluate an expression as its own code would. */

const LISTENING = /Debugger listening on (ws:\/\/\S+)/g

/** The addresses of every process that said on standard error that it listens. */
export const inspectorsIn = (errors: string): string[] => [...errors.matchAll(LISTENING)].map(([, url = '']) => url)

interface Evaluated {
  readonly result: { readonly value?: unknown }
  readonly exceptionDetails?: { readonly exception?: { readonly description?: string } }
}

/** Its value, or what it threw; null where nothing listens there any more. */
export const evaluateIn = async (url: string, expression: string): Promise<Evaluated | null> => {
  const socket = new WebSocket(url)
  const { promise, resolve } = Promise.withResolvers<Evaluated | null>()
  socket.addEventListener('error', () => resolve(null))
  socket.addEventListener('message', ({ data }) => resolve((JSON.parse(String(data)) as { result: Evaluated }).result))
  socket.addEventListener('open', () => {
    // Otherwise the inspector lifts the very restriction that is asked about.
    const params = { expression, returnByValue: true, allowUnsafeEvalBlockedByCSP: false }
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
  })
  const evaluated = await promise
  socket.close()
  return evaluated
}
