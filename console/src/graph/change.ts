/**
 * Runs a mutation: a refusal (`userErrorList`) is thrown like any failure, and cached reads are refreshed afterwards.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TadaDocumentNode } from 'gql.tada'
import { useState } from 'react'
import { ask } from './ask.ts'
import { GraphFailure } from './failure.ts'
import { Intent } from './intent.ts'

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
  const refusals = errors.map(({ message, path }) => ({ message, field: path?.at(-1) ?? null }))
  return new GraphFailure('refused', errors.map((error) => error.message).join(' '), null, refusals)
}

/** Without the hook: nothing of it stays in the cache of changes. */
export const carryOut = async <Data extends Record<string, unknown>, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> => {
  const data = await ask(document, variables)
  const refused = refusedBy(Object.values(data) as Payload[])
  if (refused) throw refused
  return data
}

/** The input of a form; the idempotency key is added here if the mutation takes one. */
type Given<Variables> = Omit<Variables, 'idempotencyKey'>

export const useChange = <Data extends Record<string, unknown>, Variables>(
  document: TadaDocumentNode<Data, Variables>,
) => {
  const queries = useQueryClient()
  const [intent] = useState(() => new Intent())
  return useMutation<Data, Error, Given<Variables>>({
    mutationFn: (given) => carryOut(document, { ...given, idempotencyKey: intent.key } as Variables),
    // Invalidates the cache of other pages too: none may show what has just ended.
    onSuccess: () => {
      intent.renew()
      return queries.invalidateQueries({ refetchType: 'all' })
    },
    onError: (error) => {
      if (error instanceof GraphFailure && error.kind === 'arrived') {
        intent.renew()
        queries.invalidateQueries({ refetchType: 'all' })
      }
    },
  })
}
