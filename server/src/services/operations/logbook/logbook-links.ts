/**
 * Links to the table of one's own logbook: five minutes, bound to the token or session that asked, whose right is read
 * again when it is used (threats row 291).
 */
import { addSeconds } from '../../../domain/clock.ts'
import { DOCUMENT_LINK_SECONDS } from '../../../domain/limits.ts'
import type { LogbookEntry } from '../../../domain/operations/logbook/logbook-entry.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import { randomText, secretHash } from '../../../domain/secret.ts'
import type { Tenant } from '../../../domain/tenancy/tenant.ts'
import { allColumns } from '../../../storage/columns.ts'
import { LOGBOOK_ENTRY, type LogbookSearch } from '../../../storage/operations/logbook/logbook-entries.ts'
import { findLogbookLink, insertLogbookLink } from '../../../storage/operations/logbook/logbook-links.ts'
import { readingAs } from '../../../storage/view.ts'
import type { Credential } from '../../principal.ts'
import type { World, WorldAt } from '../../world.ts'
import { type Asker, askerOf, LINK_SECRET_LENGTH, type LinkUse, noSuchLink } from '../link-asker.ts'

const READING = scopeSet(['own:logbook:read'])

export interface MadeLogbookLink {
  readonly secret: string
  readonly expiresAt: number
}

export const makeLogbookLink = async (
  at: WorldAt,
  userId: string,
  credential: Credential,
  search: LogbookSearch,
): Promise<MadeLogbookLink> => {
  const secret = randomText(LINK_SECRET_LENGTH, at.randomBytes)
  const expiresAt = await at.write(async (tx) => {
    const until = addSeconds(await tx.now(), DOCUMENT_LINK_SECONDS)
    await insertLogbookLink(tx, {
      hash: secretHash(secret),
      user_id: userId,
      search: JSON.stringify(search),
      credential_kind: credential.kind,
      credential_hash: credential.hash,
      expires_at: until,
    })
    return until
  })
  return { secret, expiresAt }
}

const ROWS_PER_PAGE = 500

export interface LinkedLogbook {
  readonly asker: Asker
  readonly userId: string
  readonly search: LogbookSearch
}

export const useLogbookLink = async (world: World, tenant: Tenant, use: LinkUse): Promise<LinkedLogbook> => {
  const at = world.at(tenant)
  const link =
    use.secret.length === LINK_SECRET_LENGTH ? await findLogbookLink(at.read, secretHash(use.secret)) : undefined
  if (!link) throw noSuchLink()
  const userId = link.user_id
  const asker = await askerOf(world, at, link, use)
  if (!asker || asker.userId !== userId || !holdsAll(asker.scopes, READING)) throw noSuchLink()
  return { asker, userId, search: JSON.parse(link.search) }
}

/** The entries page by page, so that memory does not grow with a life of flying. */
export async function* pagesOfLogbook(
  at: Pick<WorldAt, 'read'>,
  { userId, search }: Pick<LinkedLogbook, 'userId' | 'search'>,
): AsyncGenerator<readonly LogbookEntry[]> {
  const reader = readingAs(at.read, { of: 'person', userId })
  let after: readonly (string | number)[] | null = null
  for (;;) {
    const part = { columns: allColumns(LOGBOOK_ENTRY), after, isDescending: false, most: ROWS_PER_PAGE }
    const entries: LogbookEntry[] = await LOGBOOK_ENTRY.page(reader, search, part)
    if (entries.length > 0) yield entries
    const last = entries.at(-1)
    if (!last || entries.length < ROWS_PER_PAGE) return
    after = LOGBOOK_ENTRY.position(last)
  }
}
