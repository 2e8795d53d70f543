/** Types of the untyped client libraries that the tests use. */

declare module 'simple-oauth2' {
  interface AccessToken {
    readonly token: { readonly access_token: string; readonly refresh_token: string; readonly expires_at: Date }
    refresh(params?: object): Promise<AccessToken>
    revokeAll(): Promise<void>
  }
  export class AuthorizationCode {
    constructor(configuration: object)
    authorizeURL(parameters: object): string
    getToken(parameters: object): Promise<AccessToken>
  }
}

declare module 'passport-oauth2' {
  type Done = (error: unknown, user: unknown) => void
  type Verify = (accessToken: string, refreshToken: string, profile: unknown, done: Done) => void
  export default class OAuth2Strategy {
    constructor(options: object, verify: Verify)
    authenticate(request: object, options?: object): void
    /** "Protected" in its words: subclasses refresh with it, as `passport-oauth2-refresh` does. */
    readonly _oauth2: {
      getOAuthAccessToken(
        token: string,
        parameters: object,
        callback: (error: unknown, accessToken: string, refreshToken: string) => void,
      ): void
    }
  }
}
