/** Small, useful to everybody, and it needs a few scopes. */
const FLEET_QUERY = `query Fleet {
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

const MAX_LINKED_CHARACTERS = 20_000

/**
 * What the explorer starts with. A link of the documentation brings a query and its variables after the number sign,
 * where no server reads them; nothing runs before the person says so.
 */
const linked = (): { readonly query: string; readonly variables: string } => {
  const hash = location.hash.slice(1)
  const given = new URLSearchParams(hash.length <= MAX_LINKED_CHARACTERS ? hash : '')
  return { query: given.get('query') ?? FLEET_QUERY, variables: given.get('variables') ?? '' }
}

export const { query: FIRST_QUERY, variables: FIRST_VARIABLES } = linked()
