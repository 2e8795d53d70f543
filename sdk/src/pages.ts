/**
 * Page after page of a list. The document takes the page as a variable (`$page: PageInput`, or `$after: String`)
 * and selects `nodeList` and `pageInfo { endCursor hasMore }`, which `pagedDocument` sees to; the cursor is then carried
 * along from page to page.
 */
import { operationsOf } from './document/ast.ts'
import { parseDocument } from './document/parse-document.ts'
import { Misuse, UnexpectedAnswer } from './failures.ts'
import type { Variables } from './typed-document.ts'

/** The nodes of the list in a result. */
export type NodeOf<Result> = {
  [Field in keyof Result]: NonNullable<Result[Field]> extends { nodeList: readonly (infer Node)[] } ? Node : never
}[keyof Result]

/** The variables of the caller; the page variable is filled in. */
export type WithoutCursor<V> = Omit<V, 'after' | 'page'> & { readonly page?: { readonly first?: number | null } | null }

interface Page {
  readonly nodeList: readonly unknown[]
  readonly pageInfo?: { readonly endCursor?: string | null; readonly hasMore?: boolean }
}

const isPage = (value: unknown): value is Page =>
  typeof value === 'object' && value !== null && Array.isArray((value as Partial<Page>).nodeList)

const onlyPage = (data: object): Required<Page> => {
  const pages = Object.values(data).filter(isPage)
  const [page] = pages
  if (pages.length !== 1 || !page) {
    throw new Misuse(`A paged document selects one list with nodeList; this one selects ${pages.length}`)
  }
  if (page.pageInfo?.hasMore === undefined || page.pageInfo.endCursor === undefined) {
    throw new Misuse('Select pageInfo { endCursor hasMore } beside nodeList')
  }
  return page as Required<Page>
}

const cursorSetter = (text: string, operationName: string | undefined) => {
  const operation = operationsOf(parseDocument(text)).find(
    (node) => operationName === undefined || node.name?.value === operationName,
  )
  const names = operation?.variableDefinitions?.map((node) => node.variable.name.value) ?? []
  if (names.includes('page')) {
    return (variables: Variables, after: string | null) => ({
      ...variables,
      page: { ...(variables.page as object | undefined), ...(after === null ? {} : { after }) },
    })
  }
  if (names.includes('after')) {
    return (variables: Variables, after: string | null) => ({ ...variables, ...(after === null ? {} : { after }) })
  }
  throw new Misuse('A paged document takes a variable $page: PageInput, or $after: String')
}

/** Yields one array of nodes per page, for callers that work page by page. */
export async function* pagesOf(
  send: (variables: Variables) => Promise<object>,
  text: string,
  variables: Variables,
  operationName?: string,
): AsyncGenerator<readonly unknown[], void, undefined> {
  const at = cursorSetter(text, operationName)
  let after: string | null = null
  for (;;) {
    const { nodeList, pageInfo } = onlyPage(await send(at(variables, after)))
    yield nodeList
    if (!pageInfo.hasMore) return
    const next = pageInfo.endCursor ?? null
    if (next === null || next === after) throw new UnexpectedAnswer('There is more, but the cursor does not move on')
    after = next
  }
}
