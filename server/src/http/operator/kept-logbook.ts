/**
 * /logbook/kept/: whoever was removed saves the logbook that is kept for them (ADR 209). A GET is the same for everybody:
 * what looks through mails follows their links.
 */
import { Failure } from '../../domain/failure.ts'
import { MAX_TRANSFER_SECONDS, WRITTEN_BYTES_FOR_COST } from '../../domain/limits.ts'
import { KEPT_LOGBOOK_PATH } from '../../domain/operations/logbook/logbook-path.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { keptLogbookPage } from '../../pages/logbook/kept-logbook.ts'
import { brakeAddress } from '../../services/identity/address-brake.ts'
import { openKeptLogbook } from '../../services/operations/logbook/kept-logbook.ts'
import { keysOf } from '../../services/principal.ts'
import type { CostBudget } from '../../services/usage/cost-budget.ts'
import { paidParts } from '../../services/usage/transfer-charges.ts'
import { forTransfer } from '../../services/world.ts'
import { LOGBOOK_HEADERS, LOGBOOK_PART_BYTES, linesOfLogbook } from '../answer/logbook-file.ts'
import { sendPage } from '../answer/page-answer.ts'
import { sendFile } from '../answer/streamed-file.ts'
import { type Doorway, type OpenVisit, openPage } from '../guards/open.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { pageForm } from '../request/forms/page-form.ts'

/** No list of a search engine has it. */
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow' }

const sendForm = ({ exchange, site }: OpenVisit, problem: string | null): void => {
  const page = keptLogbookPage({ place: site.place, problem, action: KEPT_LOGBOOK_PATH })
  sendPage(exchange, page, { isScripted: true, headers: UNLISTED, ...(problem === null ? {} : { status: 404 }) })
}

/** Null where no logbook is kept for this code. */
const ownerOf = async ({ exchange, tenant, world }: OpenVisit): Promise<string | null> => {
  const { clientAddress: address, requestId } = exchange
  const code = (await pageForm(exchange)).get('code') ?? ''
  try {
    return await openKeptLogbook(world.at(tenant), { code, address, requestId })
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return null
    throw error
  }
}

export const keptLogbookRoutes = (doorway: Doorway, budget: CostBudget): readonly Route<Tenant>[] => {
  const lanes = new TransferLanes({ places: 32, placesPerOperator: 8 })
  return [
    openPage(doorway, 'asks for the code of the message', { method: 'GET', path: KEPT_LOGBOOK_PATH }, async (visit) =>
      sendForm(visit, null),
    ),
    openPage(doorway, 'checks the code of the message', { method: 'POST', path: KEPT_LOGBOOK_PATH }, async (visit) => {
      const { exchange, tenant } = visit
      brakeAddress(visit.world.at(tenant), exchange.clientAddress)
      const userId = await ownerOf(visit)
      if (userId === null) return sendForm(visit, 'There is no logbook for this code, or its 30 days are over.')
      const giveUp = () => exchange.res.destroy()
      await lanes.withPlace({ tenantId: tenant.tenantId, holder: userId, giveUp }, async () => {
        const lines = linesOfLogbook(forTransfer(doorway.world, exchange.lifetime).at(tenant), { userId, search: {} })
        // Whoever has the code pays as its user did.
        const payer = keysOf({ ...tenant, sharesBudget: false }, userId)
        const parts = await paidParts({ budget, payer }, lines, WRITTEN_BYTES_FOR_COST)
        const file = { byteCount: null, partBytes: LOGBOOK_PART_BYTES, seconds: MAX_TRANSFER_SECONDS, parts }
        await sendFile(exchange, { status: 200, headers: LOGBOOK_HEADERS }, file)
      })
    }),
  ]
}
