/** What the explorer starts with: small, useful to everybody, and it needs a few scopes. */
export const FIRST_QUERY = `query Fleet {
  aircraftList(page: {first: 5}) {
    nodeList {
      registration
      status
      seatCount
      acftType {
        iCAO
        model
      }
    }
  }
}
`
