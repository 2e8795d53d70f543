/**
 * PUT /document-uploads/<uploadId> with an access token, PUT /page-uploads/<uploadId> from a page of this address: the
 * bytes of an upload (data §9). They go to the store as they come; nothing holds a whole file.
 */

import { PIECES_FOR_COST } from '../../domain/body-pieces.ts'
import { Failure } from '../../domain/failure.ts'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import { KEPT_BYTES_FOR_COST, MAX_DOCUMENT_BYTES, MAX_TRANSFER_SECONDS } from '../../domain/limits.ts'
import { OWN_UPLOAD, PAGE_UPLOAD_FOLDER, TOKEN_UPLOAD_FOLDER } from '../../domain/operations/documents/paths.ts'
import { purposeOf, scopeFor, type UploadPurpose } from '../../domain/operations/documents/upload-purpose.ts'
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { asFailure } from '../../services/as-failure.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { receiveUpload, type SentFile, UPLOAD_BLOCK_BYTES } from '../../services/operations/documents/uploads.ts'
import { byReporter } from '../../services/operations/safety/own-uploads.ts'
import type { Principal } from '../../services/principal.ts'
import { type NeededRights, worldOf } from '../../services/rights-at-write.ts'
import type { CostBudget } from '../../services/usage/cost-budget.ts'
import { paidParts, type Transferring } from '../../services/usage/transfer-charges.ts'
import { during, forTransfer, type World } from '../../services/world.ts'
import { sessionPrincipal } from '../answer/session-principal.ts'
import { bearerRoute } from '../guards/bearer.ts'
import type { Doorway } from '../guards/open.ts'
import { sessionRoute } from '../guards/session.ts'
import { ArrivingRequest } from '../listening/arriving-request.ts'
import { type Exchange, sendJson } from '../listening/exchange.ts'
import { sendFailure } from '../listening/failure-answer.ts'
import { FILE_PACE } from '../listening/pace.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { arrivingFile, dropFile } from '../request/arriving-file.ts'
import { refuseContentEncoding } from '../request/body.ts'
import { queryParameters } from '../request/query-parameters.ts'

/** As long as any other body may take without a byte. */
const IDLE_MS = 12_000
const LIMITS = {
  idleMs: IDLE_MS,
  totalMs: MAX_TRANSFER_SECONDS * 1000,
  pace: FILE_PACE,
  blockBytes: UPLOAD_BLOCK_BYTES,
}

const lengthOf = ({ req }: Exchange): number | null => {
  refuseContentEncoding(req.headers['content-encoding'])
  const length = req.headers['content-length']
  if (length === undefined) return null
  if (Number(length) > MAX_DOCUMENT_BYTES) {
    throw new Failure('payload_too_large', `A file has at most ${MAX_DOCUMENT_BYTES} bytes`)
  }
  return Number(length)
}

/** By what the upload is for. */
const requireWriting = ({ scopes }: Principal, purpose: UploadPurpose): NeededRights => {
  const scope = scopeFor(purpose)
  const needed = scopeSet([scope])
  if (holdsAll(scopes, needed)) return { scopes: needed, audiences: [] }
  throw new Failure('insufficient_scope', `Sending this file needs ${scope}`, { details: { missingScopes: [scope] } })
}

/** The file, and who began it as the store was told: a reporter proves it by the key of the upload. */
const uploadOf = ({ exchange, principal, named }: Arrival): Pick<SentFile, 'fileId' | 'uploadedBy'> =>
  named === OWN_UPLOAD
    ? byReporter(principal.userId ?? '')(queryParameters(exchange.query).get('upload') ?? '')
    : { fileId: named, uploadedBy: principal.actorKey }

const purposeIn = (named: string): UploadPurpose => (named === OWN_UPLOAD ? 'own-report' : purposeOf(named))

/** Of a file for a report of one's own there is no line and no span, however it ends (data §11.2). */
const leaveNoTrace = (exchange: Exchange, folder: string): void => {
  if (exchange.path === `${folder}${OWN_UPLOAD}`) exchange.noted.leavesNoTrace = true
}

/** Pieces are paid once the last of them has come, also of a file that was refused (threats row 417). */
const chargePieces = ({ req }: Exchange, { budget, payer }: Transferring): void => {
  if (!(req instanceof ArrivingRequest)) return
  req.once('close', () => budget.owe(payer, Math.ceil(req.pieces / PIECES_FOR_COST)))
}

interface Arrival {
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly principal: Principal
  /** The id of the upload, or that it is one of one's own. */
  readonly named: string
}

interface Receiving {
  readonly world: World
  readonly lanes: TransferLanes
  readonly budget: CostBudget
}

const receive = async ({ world, lanes, budget }: Receiving, arrival: Arrival) => {
  const { exchange, tenant, principal, named } = arrival
  // Nobody pays where that would be noted with a time (data §11.2).
  const paying = named === OWN_UPLOAD ? null : { budget, payer: principal }
  if (paying !== null) chargePieces(exchange, paying)
  const needed = requireWriting(principal, purposeIn(named))
  const { fileId, uploadedBy } = uploadOf(arrival)
  const length = lengthOf(exchange)
  const { lifetime, clientAddress: address } = exchange
  const displaced = Promise.withResolvers<Failure>()
  const holder = principal.actorKey
  await lanes.withPlace({ tenantId: tenant.tenantId, holder, giveUp: displaced.resolve }, async () => {
    const places = {
      guarded: worldOf(during(world, lifetime), { principal, address }, () => needed).at(tenant),
      pieces: forTransfer(world, lifetime).at(tenant),
      unbound: world.at(tenant),
    }
    const arriving = arrivingFile(exchange, LIMITS, displaced.promise)
    const content = paying === null ? arriving : await paidParts(paying, arriving, KEPT_BYTES_FOR_COST)
    await receiveUpload(places, { fileId, uploadedBy, length, content })
  })
  sendJson(exchange, 200, { uploadId: fileId })
}

/** Every refusal lets the client finish, so that it reads why. */
const refuse =
  (folder: string) =>
  (exchange: Exchange, _tenant: Tenant, error: unknown): void => {
    leaveNoTrace(exchange, folder)
    dropFile(exchange.req, IDLE_MS)
    sendFailure(exchange, asFailure(error), 'documents')
  }

export const documentUploadRoutes = (
  doorway: Doorway,
  tokens: AccessTokens,
  budget: CostBudget,
): readonly Route<Tenant>[] => {
  const { world } = doorway
  const lanes = new TransferLanes({ places: 128, placesPerOperator: 8 })
  const take = async (folder: string, sent: Omit<Arrival, 'named'>): Promise<void> => {
    const { exchange, tenant } = sent
    leaveNoTrace(exchange, folder)
    try {
      await receive({ world, lanes, budget }, { ...sent, named: exchange.path.slice(folder.length) })
    } catch (error) {
      refuse(folder)(exchange, tenant, error)
    }
  }
  const factsOf = (folder: string) =>
    ({ method: 'PUT', path: `${folder}*`, endpoint: 'documents', refuse: refuse(folder) }) as const
  return [
    bearerRoute(tokens, factsOf(TOKEN_UPLOAD_FOLDER), (exchange, tenant, principal) =>
      take(TOKEN_UPLOAD_FOLDER, { exchange, tenant, principal }),
    ),
    sessionRoute(doorway, factsOf(PAGE_UPLOAD_FOLDER), ({ exchange, tenant, user }) => {
      const principal = sessionPrincipal(tenant, user, userScopes(user.user.role_list.split(' ')))
      return take(PAGE_UPLOAD_FOLDER, { exchange, tenant, principal })
    }),
  ]
}
