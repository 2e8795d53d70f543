/** What a person gave to sign in, in the words of the audit log. */
export type SignInMeans =
  | 'password'
  | 'authenticator'
  | 'recovery code'
  | 'passkey'
  | 'password link'
  | 'sign-up'
  | 'hand-over'
