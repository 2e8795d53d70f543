/** GET /export/<export_id>/<file>: a file of the export that an administrator asked for (ADR 177). */
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  EXPORT_PART_BYTES,
  KEPT_BYTES_FOR_COST,
  MAX_EXPORT_TRANSFER_SECONDS,
  MAX_OPEN_EXPORT_DOWNLOADS,
} from '../../domain/limits.ts'
import { EXPORT_FOLDER, OPERATOR_FILE_NAME } from '../../domain/tenancy/asked-export.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { keysOf } from '../../services/principal.ts'
import { type TakenFile, takeFile } from '../../services/tenancy/exporting/take-export.ts'
import type { CostBudget } from '../../services/usage/cost-budget.ts'
import { paidParts } from '../../services/usage/transfer-charges.ts'
import { forTransfer } from '../../services/world.ts'
import { type StreamedFile, sendFile } from '../answer/streamed-file.ts'
import type { Doorway } from '../guards/open.ts'
import { adminPage } from '../guards/session.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { actorOf } from '../request/session-actor.ts'

/** `alpine-production-2026-11-17.airside`, `alpine-production-2026-11-17-flight.csv`: letters, digits, dots and dashes. */
const savedAs = ({ operatorId, environment }: Tenant, { name, madeAt }: TakenFile): string => {
  const stem = `${operatorId}-${environment}-${new Date(madeAt).toISOString().slice(0, 10)}`
  return name === OPERATOR_FILE_NAME ? `${stem}.airside` : `${stem}-${name}`
}

const BOUNDS = { partBytes: EXPORT_PART_BYTES, seconds: MAX_EXPORT_TRANSFER_SECONDS }

/** Tables are kept compressed and saved as they are: the browser unpacks them on the way, or we do. */
const asTable = ({ req }: Exchange, { byteCount, parts }: TakenFile): [object, StreamedFile] => {
  const type = { 'content-type': 'text/csv; charset=utf-8', vary: 'accept-encoding' }
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(req.headers['accept-encoding'] ?? ''))) {
    return [
      { ...type, 'content-encoding': 'gzip' },
      { ...BOUNDS, byteCount, parts },
    ]
  }
  const unpacked = Readable.from(parts).compose(createGunzip()) as AsyncIterable<Uint8Array>
  return [type, { ...BOUNDS, byteCount: null, parts: unpacked }]
}

const asWhole = ({ byteCount, parts }: TakenFile): [object, StreamedFile] => [
  { 'content-type': 'application/gzip' },
  { ...BOUNDS, byteCount, parts },
]

export const exportRoute = (doorway: Doorway, budget: CostBudget): Route<Tenant> => {
  const lanes = new TransferLanes({ places: 32, placesPerOperator: MAX_OPEN_EXPORT_DOWNLOADS })
  return adminPage(doorway, { method: 'GET', path: `${EXPORT_FOLDER}*` }, async ({ exchange, tenant, user, world }) => {
    const [exportId = '', name = ''] = exchange.path.slice(EXPORT_FOLDER.length).split('/')
    const giveUp = () => exchange.res.destroy()
    await lanes.withPlace({ tenantId: tenant.tenantId, holder: user.user.user_id, giveUp }, async () => {
      const wish = { exportId, name, by: user, actor: actorOf(exchange, user) }
      const kept = await takeFile(world.at(tenant), wish, forTransfer(world, exchange.lifetime).at(tenant))
      const payer = keysOf({ ...tenant, sharesBudget: false }, user.user.user_id)
      const taken = { ...kept, parts: await paidParts({ budget, payer }, kept.parts, KEPT_BYTES_FOR_COST) }
      const [type, file] = name === OPERATOR_FILE_NAME ? asWhole(taken) : asTable(exchange, taken)
      const disposition = { 'content-disposition': `attachment; filename="${savedAs(tenant, taken)}"` }
      await sendFile(exchange, { status: 200, headers: { ...type, ...disposition } }, file)
    })
  })
}
