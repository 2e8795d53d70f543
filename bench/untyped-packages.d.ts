/** Types of the peers and tools that we use and that have none, or none that fit. */

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

/** Its own types do not fit an import from an ES module. */
declare module 'mercurius-auth' {
  import type { FastifyPluginAsync } from 'fastify'
  import type { DirectiveNode } from 'graphql'

  interface AuthOptions {
    readonly authDirective: string
    readonly applyPolicy: (
      directive: DirectiveNode,
      parent: unknown,
      values: unknown,
      context: object,
    ) => Promise<boolean>
  }
  const plugin: FastifyPluginAsync<AuthOptions>
  export default plugin
}

declare module '@fastify/rate-limit' {
  import type { FastifyPluginAsync, FastifyRequest } from 'fastify'

  interface RateLimitOptions {
    readonly max: number
    readonly timeWindow: string
    readonly keyGenerator: (request: FastifyRequest) => string
  }
  const plugin: FastifyPluginAsync<RateLimitOptions>
  export default plugin
}
