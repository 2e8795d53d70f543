/**
 * PUT /document-uploads/<uploadId> with an access token, PUT /page-uploads/<uploadId> from a page of this address: the
 * bytes of an upload (data §9). They go to the store as they come; nothing holds a whole file.
 */

import { Failure } from '../../domain/failure.ts'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import { MAX_DOCUMENT_BYTES, MAX_TRANSFER_SECONDS } from '../../domain/limits.ts'
import { PAGE_UPLOAD_FOLDER, TOKEN_UPLOAD_FOLDER } from '../../domain/operations/documents/paths.ts'
import { holdsAll, scopeSet } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { asFailure } from '../../services/as-failure.ts'
import type { AccessTokens } from '../../services/oauth/verify.ts'
import { receiveUpload, UPLOAD_BLOCK_BYTES } from '../../services/operations/documents/uploads.ts'
import type { Principal } from '../../services/principal.ts'
import { worldOf } from '../../services/rights-at-write.ts'
import { during, forTransfer, type World } from '../../services/world.ts'
import { sessionPrincipal } from '../answer/session-principal.ts'
import { bearerRoute } from '../guards/bearer.ts'
import type { Doorway } from '../guards/open.ts'
import { sessionRoute } from '../guards/session.ts'
import { type Exchange, sendJson } from '../listening/exchange.ts'
import { sendFailure } from '../listening/failure-answer.ts'
import { FILE_PACE } from '../listening/pace.ts'
import type { Route } from '../listening/route.ts'
import { TransferLanes } from '../listening/transfer-lanes.ts'
import { arrivingFile, dropFile } from '../request/arriving-file.ts'
import { refuseContentEncoding } from '../request/body.ts'

const WRITING = scopeSet(['document:write'])
const NEEDED = { scopes: WRITING, audiences: [] }
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

const requireWriting = ({ scopes }: Principal): void => {
  if (holdsAll(scopes, WRITING)) return
  throw new Failure('insufficient_scope', 'Sending a file needs document:write', {
    details: { missingScopes: ['document:write'] },
  })
}

interface Arrival {
  readonly exchange: Exchange
  readonly tenant: Tenant
  readonly principal: Principal
  readonly fileId: string
}

const receive = async (world: World, lanes: TransferLanes, { exchange, tenant, principal, fileId }: Arrival) => {
  requireWriting(principal)
  const length = lengthOf(exchange)
  const { lifetime, clientAddress: address } = exchange
  const displaced = Promise.withResolvers<Failure>()
  const holder = principal.actorKey
  await lanes.withPlace({ tenantId: tenant.tenantId, holder, giveUp: displaced.resolve }, async () => {
    const places = {
      guarded: worldOf(during(world, lifetime), { principal, address }, () => NEEDED).at(tenant),
      pieces: forTransfer(world, lifetime).at(tenant),
      unbound: world.at(tenant),
    }
    const content = arrivingFile(exchange, LIMITS, displaced.promise)
    await receiveUpload(places, { fileId, uploadedBy: holder, length, content })
  })
  sendJson(exchange, 200, { uploadId: fileId })
}

/** Every refusal lets the client finish, so that it reads why. */
const refuse = (exchange: Exchange, error: unknown): void => {
  dropFile(exchange.req, IDLE_MS)
  sendFailure(exchange, asFailure(error), 'documents')
}

export const documentUploadRoutes = (doorway: Doorway, tokens: AccessTokens): readonly Route<Tenant>[] => {
  const { world } = doorway
  const lanes = new TransferLanes({ places: 128, placesPerOperator: 8 })
  const take = async (arrival: Arrival): Promise<void> => {
    try {
      await receive(world, lanes, arrival)
    } catch (error) {
      refuse(arrival.exchange, error)
    }
  }
  return [
    bearerRoute(
      tokens,
      {
        method: 'PUT',
        path: `${TOKEN_UPLOAD_FOLDER}*`,
        endpoint: 'documents',
        refuse: (exchange, _tenant, error) => refuse(exchange, error),
      },
      (exchange, tenant, principal) =>
        take({ exchange, tenant, principal, fileId: exchange.path.slice(TOKEN_UPLOAD_FOLDER.length) }),
    ),
    sessionRoute(
      doorway,
      {
        method: 'PUT',
        path: `${PAGE_UPLOAD_FOLDER}*`,
        endpoint: 'documents',
        refuse: (exchange, _tenant, error) => refuse(exchange, error),
      },
      ({ exchange, tenant, user }) => {
        const principal = sessionPrincipal(tenant, user, userScopes(user.user.role_list.split(' ')))
        return take({ exchange, tenant, principal, fileId: exchange.path.slice(PAGE_UPLOAD_FOLDER.length) })
      },
    ),
  ]
}
