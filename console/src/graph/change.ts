/**
 * Runs a mutation: a refusal (`userErrorList`) is thrown like any failure, and cached reads are refreshed afterwards.
 */
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TadaDocumentNode } from 'gql.tada'
import { useState } from 'react'
import { ask } from './ask.ts'
import { GraphFailure } from './failure.ts'
import { textOf } from './graphql.ts'
import { Intent } from './intent.ts'
import { sentPresent } from './presence.ts'

interface UserError {
  readonly code?: string
  readonly message: string
  readonly path: readonly string[] | null
}
interface Payload {
  readonly userErrorList: readonly UserError[]
}

/** For a form that was changed between two tries although the first had arrived. */
const MISMATCH = 'IDEMPOTENCY_MISMATCH'

const refusedBy = (payloads: readonly Payload[]): GraphFailure | null => {
  const errors = payloads.flatMap((payload) => payload.userErrorList)
  if (errors.length === 0) return null
  if (errors.some(({ code }) => code === MISMATCH)) {
    return new GraphFailure('arrived', 'Look for it on the page behind. To do this one as well, send it again.')
  }
  const refusals = errors.map(({ code, message, path }) => ({ code, message, path, field: path?.at(-1) ?? null }))
  return new GraphFailure('refused', errors.map((error) => error.message).join(' '), null, refusals)
}

/** Without the hook: nothing of it stays in the cache of changes. */
export const carryOut = <Data extends Record<string, unknown>, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> =>
  sentPresent(variables as Record<string, unknown>, async (given) => {
    const data = await ask(document, given as Variables)
    const refused = refusedBy(Object.values(data) as Payload[])
    if (refused) throw refused
    return data
  })

/**
 * What is on the page is read again, and what other pages read is forgotten: none may show what has just ended, and
 * reading all of it for every change would use up the budget of whoever confirms ten requests in a row. So would the
 * lists to choose from, which a change on their page does not touch.
 */
export const readAgain = (queries: QueryClient): Promise<void> => {
  queries.removeQueries({ type: 'inactive' })
  return queries.invalidateQueries({ predicate: ({ meta }) => meta?.isChoice !== true })
}

/** As much of a change as a form or dialog shows of it. */
export interface ChangeState {
  readonly isPending: boolean
  readonly error: unknown
}

/** The input of a form; the idempotency key is added here if the mutation takes one. */
type Given<Variables> = Omit<Variables, 'idempotencyKey'>

/**
 * `handOver` gets the answer before anything is read again, and also where the form has gone meanwhile: for what is
 * shown once. A callback of `mutate` waits for the reads, and is dropped with its form.
 */
export const useChange = <Data extends Record<string, unknown>, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  handOver?: (data: Data, given: Given<Variables>) => void | Promise<void>,
  /** In place of everything on the page: what is read again. */
  only?: TadaDocumentNode<unknown, never>,
) => {
  const queries = useQueryClient()
  const [intent] = useState(() => new Intent())
  return useMutation<Data, Error, Given<Variables>>({
    mutationKey: [textOf(document)],
    mutationFn: (given) => carryOut(document, { ...given, idempotencyKey: intent.key } as Variables),
    onSuccess: async (data, given) => {
      intent.renew()
      await handOver?.(data, given)
      await (only ? queries.invalidateQueries({ queryKey: [textOf(only)] }) : readAgain(queries))
    },
    onError: (error) => {
      if (error instanceof GraphFailure && error.kind === 'arrived') {
        intent.renew()
        readAgain(queries)
      }
    },
  })
}

/** Whether such a change is under way anywhere on the page. */
export const useIsUnderWay = (document: TadaDocumentNode<unknown, never>): boolean =>
  useIsMutating({ mutationKey: [textOf(document)] }) > 0
