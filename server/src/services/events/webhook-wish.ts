/** What webhooks send and where, checked alike for operators and for applications (events §2). */
import { parse } from 'graphql'
import { CHANGE_KINDS, type ChangeKind, ENTITY_SCOPES, type EntityKind } from '../../domain/entity-kind.ts'
import { ENTITY_STATUSES } from '../../domain/events/record-statuses.ts'
import { webhookUrlProblem } from '../../domain/events/webhook-address.ts'
import { Failure } from '../../domain/failure.ts'
import { isAircraftBound } from '../../domain/scopes.ts'
import { isShowableLine } from '../../domain/shown-text.ts'

const MAX_DESCRIPTION = 200
const MAX_QUERY_LENGTH = 4_000
const MAX_FIELDS = 50
const MAX_AIRCRAFT = 200
const MAX_ID_LENGTH = 60

/** What is chosen of the feed, and what is told of it. */
export interface HeardWish {
  readonly entities: readonly EntityKind[]
  readonly kinds: readonly ChangeKind[] | null
  readonly fields: readonly string[] | null
  readonly statuses: readonly string[] | null
  readonly query: string | null
}

export interface SettingsWish extends HeardWish {
  readonly url: string
  readonly description: string
}

export interface WebhookRules {
  readonly allowsLoopback: boolean
}

export const refuse = (field: string, message: string): never => {
  throw new Failure('invalid_request', message, { details: { field } })
}

/** One query that names its record `$entityId`: what the principal could ask, and nothing that writes. */
export const checkedQuery = (query: string | null): string | null => {
  if (query === null || query.trim() === '') return null
  if (query.length > MAX_QUERY_LENGTH) refuse('query', `A query has at most ${MAX_QUERY_LENGTH} characters`)
  try {
    const { definitions } = parse(query, { maxTokens: MAX_QUERY_LENGTH })
    const operations = definitions.filter(({ kind }) => kind === 'OperationDefinition')
    const [only] = operations
    if (operations.length !== 1 || only?.kind !== 'OperationDefinition' || only.operation !== 'query')
      return refuse('query', 'A webhook has one query')
    const names = only.variableDefinitions?.map(({ variable }) => variable.name.value) ?? []
    if (names.some((name) => name !== 'entityId')) refuse('query', 'The one variable of the query is $entityId: ID!')
    return query
  } catch (error) {
    if (error instanceof Failure) throw error
    return refuse('query', `The query cannot be read: ${(error as Error).message}`)
  }
}

/** Each kind that is chosen has states, and each state is one of theirs. */
const requireStatuses = (statuses: readonly string[], entities: readonly EntityKind[]): void => {
  const stateless = entities.find((kind) => !ENTITY_STATUSES.has(kind))
  if (stateless !== undefined) refuse('statusList', `${stateless} has no status to choose by`)
  if (statuses.length === 0) refuse('statusList', 'Choose at least one status, or leave it out')
  const known = new Set(entities.flatMap((kind) => ENTITY_STATUSES.get(kind) ?? []))
  const unknown = statuses.find((status) => !known.has(status))
  if (unknown !== undefined)
    refuse(
      'statusList',
      `${JSON.stringify(unknown.slice(0, 40))} is no status of what it hears: choose among ${[...known].join(', ')}`,
    )
}

export const checkedHeard = <W extends HeardWish>(wish: W): W => {
  const { entities, kinds, fields, statuses } = wish
  if (entities.length === 0) refuse('entityList', 'Choose at least one kind of record')
  if (fields && (fields.length === 0 || fields.length > MAX_FIELDS || !fields.every((name) => /^\w{1,60}$/.test(name))))
    refuse('fieldList', `Name 1 to ${MAX_FIELDS} fields, or leave it out`)
  if (statuses) requireStatuses(statuses, entities)
  if (kinds?.length === 0) refuse('kindList', 'Choose at least one kind of change, or leave it out')
  return { ...wish, query: checkedQuery(wish.query) }
}

const isIdLike = (id: string): boolean => id !== '' && id.length <= MAX_ID_LENGTH

/** An endpoint of an operator may hear of some aircraft only, where what it hears is of one. */
export const checkAircraft = (aircraftIds: readonly string[] | null, entities: HeardWish['entities']): void => {
  if (aircraftIds === null) return
  const unbound = entities.find((kind) => !isAircraftBound(ENTITY_SCOPES[kind]))
  if (unbound) refuse('aircraftIdList', `${unbound} cannot be limited to some aircraft`)
  if (aircraftIds.length === 0 || aircraftIds.length > MAX_AIRCRAFT || !aircraftIds.every(isIdLike))
    refuse('aircraftIdList', `Name 1 to ${MAX_AIRCRAFT} aircraft, or leave it out`)
}

export const checkedSettings = <W extends SettingsWish>(wish: W, { allowsLoopback }: WebhookRules): W => {
  const { url, description } = wish
  const problem = webhookUrlProblem(url, allowsLoopback)
  if (problem !== null) refuse('url', problem)
  if (description.length > MAX_DESCRIPTION || !isShowableLine(description))
    refuse('description', `A description is one line of at most ${MAX_DESCRIPTION} characters`)
  return { ...checkedHeard(wish), url: new URL(url).href }
}

export const settingsColumns = (wish: SettingsWish) => ({
  url: wish.url,
  description: wish.description,
  entity_list: JSON.stringify([...new Set(wish.entities)]),
  kind_list: JSON.stringify([...new Set(wish.kinds ?? CHANGE_KINDS)]),
  field_list: wish.fields && JSON.stringify([...new Set(wish.fields)]),
  status_list: wish.statuses && JSON.stringify([...new Set(wish.statuses)]),
  query: wish.query,
})
