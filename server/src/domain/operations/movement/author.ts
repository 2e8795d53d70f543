/** Who wrote something: the principal of the request, as it is kept with the record. */
export interface Author {
  readonly kind: 'application' | 'api-key' | 'user'
  /** The id of the key, the application (and its user, where personal) or the user. */
  readonly id: string
}
