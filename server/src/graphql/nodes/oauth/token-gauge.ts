/** The number of active access tokens of a refresh token: n of 500 (pages §4). */
import { MAX_ACTIVE_ACCESS_TOKENS } from '../../../domain/limits.ts'
import { type TokenGauge as TokenGaugeRow, tokenGauges } from '../../../storage/oauth/token-gauges.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'

export const TokenGauge = builder.objectRef<TokenGaugeRow>('TokenGauge').implement({
  ...noScope,
  description: 'The active access tokens of one refresh token.',
  fields: (t) => ({
    refreshTokenId: t.exposeID('refreshTokenId'),
    lastFour: t.exposeString('lastFour'),
    active: t.exposeInt('active'),
    most: t.int({ resolve: () => MAX_ACTIVE_ACCESS_TOKENS }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working if nothing changes; that of a grant moves with use.',
    }),
  }),
})

/** The live refresh tokens of one key or grant, newest first. */
export const gaugesOf = async (
  { loaders, reader, at }: QueryContext,
  owner: 'api_key_id' | 'grant_id',
  id: string,
): Promise<readonly TokenGaugeRow[]> => {
  const load = async (ids: readonly string[]) => {
    const gauges = await tokenGauges(reader, owner, ids, at.now())
    return Map.groupBy(gauges, (gauge) => (owner === 'api_key_id' ? gauge.apiKeyId : gauge.grantId) ?? '')
  }
  return (await loaders.load(`gauges by ${owner}`, id, load)) ?? []
}

export const byFullness = (gauges: readonly TokenGaugeRow[]): TokenGaugeRow[] =>
  gauges.toSorted((a, b) => b.active - a.active)

export const latestUse = (gauges: readonly TokenGaugeRow[]): number | null =>
  gauges.reduce<number | null>((latest, { lastUsedAt }) => later(latest, lastUsedAt), null)

export const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b)
