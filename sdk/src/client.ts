/** The client of one operator: sends queries with a managed access token and returns typed results. */
import { type Change, type ChangesOptions, changesOf } from './changes.ts'
import { parseDocument } from './document/parse-document.ts'
import { isRepeatable } from './document/repeatable.ts'
import type { ListedNode, ResultOf } from './document/result-of.ts'
import type { Asked } from './document/user-errors.ts'
import { Unauthorized, UnexpectedAnswer } from './failures.ts'
import type { NodeOf, WithoutCursor } from './pages.ts'
import { type QueryAnswer, readAnswer } from './query-answer.ts'
import { withRetries } from './retries.ts'
import type { MovedTestClock, TestClock, TestClockWay } from './test-clock.ts'
import type { TokenKeeper } from './tokens/token-keeper.ts'
import type { TokenRoute } from './tokens/token-request.ts'
import type { StoredTokens } from './tokens/token-store.ts'
import { type Answer, exchange, parseJson } from './transport.ts'
import { type TypedDocument, textOf, type Variables, type VariablesAndOptions } from './typed-document.ts'

export interface QueryOptions {
  readonly operationName?: string | undefined
  readonly signal?: AbortSignal | undefined
  /**
   * By default what refused a mutation is thrown as `UserErrors`, whether the document selects `userErrorList` or not.
   * `return` gives the result with what it selects; `send` then has the entries in `userErrors`.
   */
  readonly userErrors?: 'throw' | 'return' | undefined
}

/** Parses the document only when a retry is considered; a document that cannot be parsed is not retried. */
const mayRepeat = (text: string, operationName: string | undefined, variables: Variables): boolean => {
  try {
    return isRepeatable(parseDocument(text), operationName, variables)
  } catch {
    return false
  }
}

/** What pages and mutations take is loaded by the first of them: a page that only reads does without. */
const askedFor = async (document: string): Promise<Asked> => {
  if (!document.includes('mutation')) return { text: document, added: [] }
  const { withUserErrors } = await import('./document/user-errors.ts')
  return withUserErrors(document)
}

const reasonOf = (answer: Answer): string => {
  const body = parseJson(answer.text) as { errors?: { message?: unknown }[] } | undefined
  const message = body?.errors?.[0]?.message
  return typeof message === 'string' ? message : 'The access token was refused'
}

const refuse401 = (answer: Answer): never => {
  throw new Unauthorized(`${reasonOf(answer)}, and so was a new one: is the key or connection revoked?`, {
    status: answer.status,
    requestId: answer.requestId,
  })
}

export class Client {
  /** The operator's address. */
  readonly origin: string
  readonly #route: TokenRoute
  readonly #keeper: () => Promise<TokenKeeper>
  readonly #maxWaitSeconds: number

  constructor(route: TokenRoute, keeper: () => Promise<TokenKeeper>, maxWaitSeconds: number) {
    this.origin = route.origin
    this.#route = route
    this.#keeper = keeper
    this.#maxWaitSeconds = maxWaitSeconds
  }

  /** Returns the data of one operation, or throws one of the classes in failures.ts. */
  async query<const Document extends string>(
    document: Document,
    variables?: Variables,
    options?: QueryOptions,
  ): Promise<ResultOf<Document>>
  async query<Result>(document: string, variables?: Variables, options?: QueryOptions): Promise<Result>
  async query<Result, V>(
    document: TypedDocument<Result, V>,
    ...rest: VariablesAndOptions<V, QueryOptions>
  ): Promise<Result>
  async query(document: string | TypedDocument<unknown, never>, variables?: Variables, options?: QueryOptions) {
    return (await this.send(document as string, variables, options)).data
  }

  /** Like `query`, with the cost and the request id of the response. */
  async send<const Document extends string>(
    document: Document,
    variables?: Variables,
    options?: QueryOptions,
  ): Promise<QueryAnswer<ResultOf<Document>>>
  async send<Result>(document: string, variables?: Variables, options?: QueryOptions): Promise<QueryAnswer<Result>>
  async send<Result, V>(
    document: TypedDocument<Result, V>,
    ...rest: VariablesAndOptions<V, QueryOptions>
  ): Promise<QueryAnswer<Result>>
  async send<Result>(
    given: string | TypedDocument<unknown, never>,
    variables: Variables = {},
    { operationName, signal, userErrors = 'throw' }: QueryOptions = {},
  ): Promise<QueryAnswer<Result>> {
    const document = textOf(given)
    const asked = await askedFor(document)
    const body = JSON.stringify({ query: asked.text, variables, ...(operationName ? { operationName } : {}) })
    const retryPolicy = {
      maxWaitSeconds: this.#maxWaitSeconds,
      isRepeatable: () => mayRepeat(document, operationName, variables),
      signal,
    }
    const { surroundings } = this.#route
    const attempt = async (accessToken: string): Promise<QueryAnswer<Result> | Answer> => {
      const answer = await this.#post(accessToken, body, signal)
      if (answer.status === 401) return answer
      const reading = { now: surroundings.now(), throwUserErrors: userErrors === 'throw', added: asked.added }
      return readAnswer<Result>(answer, reading)
    }
    return this.#authorized((accessToken) => withRetries(() => attempt(accessToken), retryPolicy, surroundings), signal)
  }

  /** Every node of a list, page after page: of the same document as one page, with or without a cursor in it. */
  paginate<const Document extends string>(
    document: Document,
    variables?: Variables,
    options?: QueryOptions,
  ): AsyncGenerator<ListedNode<Document>, void, undefined>
  paginate<Node>(document: string, variables?: Variables, options?: QueryOptions): AsyncGenerator<Node, void, undefined>
  paginate<Result, V>(
    document: TypedDocument<Result, V>,
    ...rest: VariablesAndOptions<WithoutCursor<V>, QueryOptions>
  ): AsyncGenerator<NodeOf<Result>, void, undefined>
  async *paginate(document: string | TypedDocument<unknown, never>, variables: Variables = {}, options?: QueryOptions) {
    for await (const nodes of this.pages(document as string, variables, options)) yield* nodes
  }

  /** Like `paginate`, with one array of nodes per page. */
  pages<const Document extends string>(
    document: Document,
    variables?: Variables,
    options?: QueryOptions,
  ): AsyncGenerator<readonly ListedNode<Document>[], void, undefined>
  pages<Node>(
    document: string,
    variables?: Variables,
    options?: QueryOptions,
  ): AsyncGenerator<readonly Node[], void, undefined>
  pages<Result, V>(
    document: TypedDocument<Result, V>,
    ...rest: VariablesAndOptions<WithoutCursor<V>, QueryOptions>
  ): AsyncGenerator<readonly NodeOf<Result>[], void, undefined>
  async *pages(given: string | TypedDocument<unknown, never>, variables: Variables = {}, options: QueryOptions = {}) {
    const document = textOf(given)
    const { operationName } = options
    const [{ pagedDocument }, { pagesOf }] = await Promise.all([
      import('./document/paged-document.ts'),
      import('./pages.ts'),
    ])
    const paged = pagedDocument(document, operationName)
    const send = async (given: Variables) => (await this.send(paged, given, options)).data
    yield* pagesOf(send, paged, variables, operationName)
  }

  /** Yields the change feed in order; with `follow` it continues until it is aborted. */
  changes(options: ChangesOptions = {}): AsyncGenerator<Change, void, undefined> {
    const { signal } = options
    return changesOf((document, variables) => this.query(document, variables, { signal }), options, this.#route)
  }

  /** The clock of this sandbox; null in production, which keeps the world's time. */
  async testClock(signal?: AbortSignal): Promise<TestClock | null> {
    return (await import('./test-clock.ts')).readTestClock(this.#asking(signal))
  }

  /** What will happen if the clock is moved by so much; null in production. The key needs `settings:write`. */
  async testClockWay(seconds: number, signal?: AbortSignal): Promise<TestClockWay | null> {
    return (await import('./test-clock.ts')).readTestClockWay(this.#asking(signal), seconds)
  }

  /** Moves the clock of this sandbox forwards; the key needs `settings:write`. A reset of the sandbox brings it back. */
  async advanceTestClock(seconds: number, signal?: AbortSignal): Promise<MovedTestClock> {
    return (await import('./test-clock.ts')).moveTestClock(this.#asking(signal), seconds)
  }

  /** The text of the service's `scopes.json`, for `scopesOf`. No token is needed. */
  async scopesJson(signal?: AbortSignal): Promise<string> {
    const { surroundings, origin } = this.#route
    const retryPolicy = { maxWaitSeconds: this.#maxWaitSeconds, isRepeatable: () => true, signal }
    const attempt = () => exchange(this.#route, '/scopes.json', { method: 'GET' }, signal)
    const { status, text, requestId } = await withRetries(attempt, retryPolicy, surroundings)
    if (status === 200) return text
    throw new UnexpectedAnswer(`${origin}/scopes.json was answered with ${status}`, { status, requestId })
  }

  /** Returns the current access token, for requests of your own; requests a new one only if none is valid. */
  async tokens(signal?: AbortSignal): Promise<StoredTokens> {
    return (await this.#keeper()).tokens(signal)
  }

  #asking(signal: AbortSignal | undefined) {
    return <Result>(document: string, variables: Variables) => this.query<Result>(document, variables, { signal })
  }

  /** After a 401 gets another token and repeats once: a refused request has not run. */
  async #authorized<Result>(
    attempt: (accessToken: string) => Promise<QueryAnswer<Result> | Answer>,
    signal: AbortSignal | undefined,
  ): Promise<QueryAnswer<Result>> {
    const keeper = await this.#keeper()
    const { accessToken } = await keeper.tokens(signal)
    const first = await attempt(accessToken)
    if ('data' in first) return first
    const second = await attempt((await keeper.replace(accessToken, signal)).accessToken)
    return 'data' in second ? second : refuse401(second)
  }

  #post(accessToken: string, body: string, signal: AbortSignal | undefined): Promise<Answer> {
    const headers = {
      accept: 'application/graphql-response+json, application/json;q=0.9',
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
    }
    return exchange(this.#route, '/api/graphql/', { method: 'POST', headers, body }, signal)
  }
}
