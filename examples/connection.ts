/** The connection that the examples with an API key share. */
import { connect } from '@airside/client'

const { AIRSIDE_SERVICE: service = 'http://localhost:8080', AIRSIDE_OPERATOR: operator = 'alpine' } = process.env
const apiKey = process.env.AIRSIDE_API_KEY
if (!apiKey) {
  console.error('Set AIRSIDE_API_KEY to an API key of the operator: see examples/README.md.')
  process.exit(1)
}

export const airside = connect({ service, operator, apiKey })

export const dayOf = (date: string): { from: string; to: string } => {
  const from = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(from.getTime())) throw new Error(`${date} is no day: write it as 2026-11-16`)
  return { from: from.toISOString(), to: new Date(from.getTime() + 86_400_000).toISOString() }
}

export const today = (): string => new Date().toISOString().slice(0, 10)
