/** Types of the untyped peers and tools that we use. */

declare module 'autocannon' {
  export interface AutocannonClient {
    setRequests(requests: readonly object[]): void
  }
  interface AutocannonResult {
    readonly duration: number
    readonly overallRate?: number
    readonly requests: { readonly total: number }
    readonly latency: { readonly p50: number; readonly p99: number }
    readonly non2xx: number
    readonly errors: number
    readonly timeouts: number
  }
  export default function autocannon(options: object): Promise<AutocannonResult>
}

declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'
  export default class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    readonly Grant: new (
      properties: object,
    ) => { addOIDCScope(scope: string): void; save(): Promise<string> }
    readonly RefreshToken: new (
      properties: object,
    ) => { save(): Promise<string> }
    readonly Client: { find(clientId: string): Promise<object> }
  }
}

declare module '@node-oauth/oauth2-server' {
  export default class OAuth2Server {
    constructor(options: object)
    token(request: Request, response: Response): Promise<unknown>
    static Request: new (
      options: object,
    ) => Request
    static Response: new (
      options?: object,
    ) => Response
  }
  interface Request {
    readonly body: unknown
  }
  interface Response {
    readonly body: unknown
    readonly headers: Record<string, string>
    readonly status: number
  }
}
