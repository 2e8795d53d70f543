/** A change through the graph: a refusal (`userErrorList`) is a failure like any other, and reads are asked again after. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { TadaDocumentNode } from 'gql.tada'
import { ask } from './ask.ts'
import { GraphFailure } from './failure.ts'

interface UserError {
  readonly message: string
  readonly path: readonly string[] | null
}
interface Payload {
  readonly userErrorList: readonly UserError[]
}

const refusedBy = (payloads: readonly Payload[]): GraphFailure | null => {
  const errors = payloads.flatMap((payload) => payload.userErrorList)
  if (errors.length === 0) return null
  const refusals = errors.map(({ message, path }) => ({ message, field: path?.at(-1) ?? null }))
  return new GraphFailure('refused', errors.map((error) => error.message).join(' '), null, refusals)
}

const carryOut = async <Data extends Record<string, unknown>, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> => {
  const data = await ask(document, variables)
  const refused = refusedBy(Object.values(data) as Payload[])
  if (refused) throw refused
  return data
}

export const useChange = <Data extends Record<string, unknown>, Variables>(
  document: TadaDocumentNode<Data, Variables>,
) => {
  const queries = useQueryClient()
  return useMutation<Data, Error, Variables>({
    mutationFn: (variables) => carryOut(document, variables),
    // Also what other pages remember: the next one must not show what has just ended.
    onSuccess: () => queries.invalidateQueries({ refetchType: 'all' }),
  })
}
