/** GET /logbook/?link=…: the table of a logbook that a link leads to, as a file to be kept (threats row 291). */
import { MAX_TRANSFER_SECONDS, WRITTEN_BYTES_FOR_COST } from '../../domain/limits.ts'
import { LOGBOOK_LINK_PATH } from '../../domain/operations/logbook/logbook-path.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { useLogbookLink } from '../../services/operations/logbook/logbook-links.ts'
import type { CostBudget } from '../../services/usage/cost-budget.ts'
import { paidParts } from '../../services/usage/transfer-charges.ts'
import { forStranger, forTransfer, type World } from '../../services/world.ts'
import { LOGBOOK_HEADERS, LOGBOOK_PART_BYTES, linesOfLogbook } from '../answer/logbook-file.ts'
import { sendFile } from '../answer/streamed-file.ts'
import { openRoute } from '../guards/open.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { sessionSecret } from '../request/cookies.ts'
import { queryParameters } from '../request/query-parameters.ts'

interface Fetched {
  readonly world: World
  readonly budget: CostBudget
  readonly lanes: TransferLanes
}

const answer = async (exchange: Exchange, tenant: Tenant, { world, budget, lanes }: Fetched): Promise<void> => {
  const { clientAddress: address, requestId, req, lifetime } = exchange
  const secret = queryParameters(exchange.query).get('link') ?? ''
  const use = { secret, sessionSecret: sessionSecret(req), address, requestId }
  const linked = await useLogbookLink(forStranger(world, lifetime), tenant, use)
  const giveUp = () => exchange.res.destroy()
  await lanes.withPlace({ tenantId: tenant.tenantId, holder: linked.userId, giveUp }, async () => {
    const lines = linesOfLogbook(forTransfer(world, lifetime).at(tenant), linked)
    const parts = await paidParts({ budget, payer: linked.asker }, lines, WRITTEN_BYTES_FOR_COST)
    const file = { byteCount: null, partBytes: LOGBOOK_PART_BYTES, seconds: MAX_TRANSFER_SECONDS, parts }
    await sendFile(exchange, { status: 200, headers: LOGBOOK_HEADERS }, file)
  })
}

export const logbookDownloadRoute = (world: World, budget: CostBudget): Route<Tenant> => {
  const lanes = new TransferLanes({ places: 32, placesPerOperator: 8 })
  return openRoute(
    'the link is checked with the rights of who asked for it',
    { method: 'GET', path: LOGBOOK_LINK_PATH, endpoint: 'documents' },
    (exchange, tenant) => answer(exchange, tenant, { world, budget, lanes }),
  )
}
