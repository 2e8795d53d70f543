/** Before a query is measured, every side must answer it with the same rows, and with some: an empty list is cheap. */
import { isDeepStrictEqual } from 'node:util'
import { HttpClient } from '../server/test/support/http-client.ts'
import type { Contestant } from './contest.ts'
import type { RequestTemplate } from './load/traffic.ts'

const dataOf = async ({ name, port, traffic }: Contestant): Promise<unknown> => {
  const { path, headers, body } = traffic(0).templates[0] as RequestTemplate
  const { host = '', ...others } = headers
  const answer = await new HttpClient(port).raw(host, path, { method: 'POST', headers: others, body })
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.body}`)
  return (JSON.parse(answer.body) as { data: unknown }).data
}

const hasRows = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  return typeof value === 'object' && value !== null && Object.values(value).some(hasRows)
}

export const requireSameAnswer = async (contestants: readonly Contestant[]): Promise<void> => {
  const answers = await Promise.all(contestants.map(dataOf))
  if (!hasRows(answers[0])) throw new Error(`The answer holds no row: ${JSON.stringify(answers[0])}`)
  const different = answers.findIndex((answer) => !isDeepStrictEqual(answer, answers[0]))
  if (different > 0) throw new Error(`${contestants[different]?.name} answers other rows than ${contestants[0]?.name}`)
}
