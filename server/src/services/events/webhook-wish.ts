/** What webhooks send and where, checked alike for operators and for applications (events §2). */
import { parse } from 'graphql'
import { CHANGE_KINDS, type ChangeKind, type EntityKind } from '../../domain/entity-kind.ts'
import { webhookUrlProblem } from '../../domain/events/webhook-address.ts'
import { Failure } from '../../domain/failure.ts'
import { isShowableLine } from '../../domain/shown-text.ts'

const MAX_DESCRIPTION = 200
const MAX_QUERY_LENGTH = 4_000
const MAX_FIELDS = 50

export interface SettingsWish {
  readonly url: string
  readonly description: string
  readonly entities: readonly EntityKind[]
  readonly kinds: readonly ChangeKind[] | null
  readonly fields: readonly string[] | null
  readonly query: string | null
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

export const checkedSettings = <W extends SettingsWish>(wish: W, { allowsLoopback }: WebhookRules): W => {
  const { url, description, entities, kinds, fields } = wish
  const problem = webhookUrlProblem(url, allowsLoopback)
  if (problem !== null) refuse('url', problem)
  if (description.length > MAX_DESCRIPTION || !isShowableLine(description))
    refuse('description', `A description is one line of at most ${MAX_DESCRIPTION} characters`)
  if (entities.length === 0) refuse('entityList', 'Choose at least one kind of record')
  if (fields && (fields.length === 0 || fields.length > MAX_FIELDS || !fields.every((name) => /^\w{1,60}$/.test(name))))
    refuse('fieldList', `Name 1 to ${MAX_FIELDS} fields, or leave it out`)
  if (kinds?.length === 0) refuse('kindList', 'Choose at least one kind of change, or leave it out')
  return { ...wish, url: new URL(url).href, query: checkedQuery(wish.query) }
}

export const settingsColumns = (wish: SettingsWish) => ({
  url: wish.url,
  description: wish.description,
  entity_list: JSON.stringify([...new Set(wish.entities)]),
  kind_list: JSON.stringify(wish.kinds ?? CHANGE_KINDS),
  field_list: wish.fields && JSON.stringify(wish.fields),
  status_list: null,
  query: wish.query,
})
