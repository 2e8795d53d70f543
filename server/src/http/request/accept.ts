/** Content negotiation (RFC 9110 §12.5.1): the weight that a client gives to a media type. */

interface MediaRange {
  readonly type: string
  readonly subtype: string
  readonly weight: number
}

const MAX_ACCEPT_LENGTH = 1000

const rangesOf = (accept: string): MediaRange[] =>
  accept
    .slice(0, MAX_ACCEPT_LENGTH)
    .split(',')
    .flatMap((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const [type, subtype] = range.split('/')
      if (!type || !subtype) return []
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      const weight = q === undefined ? 1 : Number(q.slice(2))
      return [{ type, subtype, weight: weight >= 0 && weight <= 1 ? weight : 0 }]
    })

const specificity = (range: MediaRange): number => (range.type === '*' ? 0 : range.subtype === '*' ? 1 : 2)

/** The weight of the most specific range that covers the media type; 0 if none does. */
const weightIn = (ranges: readonly MediaRange[], mediaType: string): number => {
  const [type, subtype] = mediaType.split('/')
  return ranges
    .filter(
      (range) => (range.type === '*' || range.type === type) && (range.subtype === '*' || range.subtype === subtype),
    )
    .reduce((best, range) => (specificity(range) > specificity(best) ? range : best), {
      type: '*',
      subtype: '*',
      weight: ranges.find((range) => range.type === '*')?.weight ?? 0,
    }).weight
}

/** True only if application/json is preferred over text/plain and everything else (access-model §6). */
export const prefersJson = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = rangesOf(accept)
  const json = weightIn(ranges, 'application/json')
  const wildcard = ranges.find((range) => range.type === '*')?.weight ?? 0
  return json > 0 && json > weightIn(ranges, 'text/plain') && json > wildcard
}

/** A browser lists text/html; a program that accepts anything, or prefers JSON, gets JSON. */
export const acceptsPage = (accept: string | undefined): boolean => {
  if (accept === undefined) return false
  const ranges = rangesOf(accept)
  const page = ranges.find(({ type, subtype }) => type === 'text' && subtype === 'html')?.weight ?? 0
  return page > 0 && page >= (ranges.find(({ subtype }) => subtype === 'json')?.weight ?? 0)
}

const GRAPHQL = 'application/graphql-response+json'

/** The media type of a GraphQL response, or null if the client accepts neither (GraphQL over HTTP, "Accept"). */
export const graphqlMediaType = (accept: string | undefined): 'application/json' | typeof GRAPHQL | null => {
  if (accept === undefined || accept.trim() === '' || accept === 'application/json') return 'application/json'
  const ranges = rangesOf(accept)
  const explicit = (mediaType: string) =>
    ranges.find((range) => `${range.type}/${range.subtype}` === mediaType)?.weight ?? 0
  if (explicit(GRAPHQL) > 0 && explicit(GRAPHQL) >= explicit('application/json')) return GRAPHQL
  if (weightIn(ranges, 'application/json') > 0) return 'application/json'
  return weightIn(ranges, GRAPHQL) > 0 ? GRAPHQL : null
}
