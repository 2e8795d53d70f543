/** A collector of OpenTelemetry traces: takes OTLP in JSON and keeps the spans. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status?: { readonly code: number }
  readonly attributes: Readonly<Record<string, string>>
}

interface SentAttribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: string }
}

const attributesIn = (sent: readonly SentAttribute[]): Record<string, string> =>
  Object.fromEntries(sent.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']))

export class TraceCollector {
  readonly spans: CollectedSpan[] = []
  /** The bodies as they came. */
  readonly bodies: string[] = []
  headers: IncomingHttpHeaders = {}
  resource: Readonly<Record<string, string>> = {}
  /** What it answers: null holds the answer back for ever. */
  status: number | null = 200
  readonly #server: Server
  readonly #waiting = new Set<() => void>()

  constructor() {
    this.#server = createServer(async (req, res) => {
      const body = await text(req)
      this.headers = req.headers
      if (this.status === 200 && req.method === 'POST' && req.url === '/v1/traces') this.#take(body)
      for (const look of this.#waiting) look()
      if (this.status !== null) res.writeHead(this.status, { 'content-type': 'application/json' }).end('{}')
    })
  }

  #take(body: string): void {
    this.bodies.push(body)
    for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
      this.resource = attributesIn(resource.attributes)
      for (const { spans } of scopeSpans)
        this.spans.push(
          ...spans.map((span: CollectedSpan & { attributes: SentAttribute[] }) => ({
            ...span,
            attributes: attributesIn(span.attributes),
          })),
        )
    }
  }

  /** Its address, for OTEL_EXPORTER_OTLP_ENDPOINT. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Resolves with what `find` returns, looked for again after each request. */
  until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find()
        if (found === undefined) return
        this.#waiting.delete(look)
        resolve(found)
      }
      this.#waiting.add(look)
      look()
    })
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
