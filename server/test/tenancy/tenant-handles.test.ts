/**
 * Types decide which handle reaches which data: these lines must not compile, and `tsc` fails if one does. At run time
 * one check remains: only storage makes handles, and each is bound to its tenant.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { auditEntries, insertAuditEntry, insertPlatformAuditEntry } from '../../src/storage/audit.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../../src/storage/handles.ts'
import { claimIdempotencyKey } from '../../src/storage/idempotency.ts'
import { userByEmail } from '../../src/storage/identity/users.ts'
import { insertAccessToken } from '../../src/storage/oauth/access-tokens.ts'
import { apiKeys, insertApiKey, revokeApiKey } from '../../src/storage/oauth/api-keys.ts'
import { lockRefreshToken } from '../../src/storage/oauth/refresh-tokens.ts'
import { findTenant, insertTenant } from '../../src/storage/tenancy/tenants.ts'
import { drawFromBucket } from '../../src/storage/usage/cost-buckets.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

/** Never called: it is read by the compiler alone. */
export const mustNotCompile = (
  platformTx: PlatformTx,
  platformReader: PlatformReader,
  tenantTx: TenantTx,
  tenantReader: TenantReader,
): void => {
  // @ts-expect-error a platform transaction cannot reach operator data
  void apiKeys(platformTx)
  // @ts-expect-error a platform reader cannot either
  void auditEntries(platformReader, 1)
  // @ts-expect-error nor write it
  void insertApiKey(platformTx, {} as Parameters<typeof insertApiKey>[1])
  // @ts-expect-error nor lock it
  void lockRefreshToken(platformTx, '')
  // @ts-expect-error nor draw from a bucket
  void drawFromBucket(platformTx, '', { least: 0, most: 0, givenBack: 0 })
  // @ts-expect-error nor find a person
  void userByEmail(platformReader, '')
  // @ts-expect-error a reader cannot write
  void insertAccessToken(tenantReader, {} as Parameters<typeof insertAccessToken>[1])
  // @ts-expect-error a reader cannot revoke
  void revokeApiKey(tenantReader, '')
  // @ts-expect-error a reader cannot claim
  void claimIdempotencyKey(tenantReader, { principal: '', key: '', argumentsHash: '' })
  // @ts-expect-error a tenant's transaction cannot write what all tenants share
  void insertTenant(tenantTx, { tenantId: '', operatorId: '', environment: 'sandbox' })
  // @ts-expect-error a tenant's handle is not a platform handle
  void findTenant(tenantReader, '', 'sandbox')
  // @ts-expect-error an operator's audit entry needs the operator
  void insertAuditEntry(platformTx, {} as Parameters<typeof insertAuditEntry>[1])
  // @ts-expect-error and the platform's is not an operator's
  void insertPlatformAuditEntry(tenantTx, {} as Parameters<typeof insertPlatformAuditEntry>[1])
  // @ts-expect-error a handle cannot be turned to another tenant
  tenantTx.tenantId = 'ten_other'
  // @ts-expect-error nor made up without its reach
  const forged: TenantReader = { kind: 'sqlite', db: platformReader.db, tenantId: 'ten_other' }
  void forged
}

test('a handle reaches only the tenant it was made for', async (t) => {
  const opened = await openTestStorage('sqlite')
  t.after(() => opened.close())
  const [mine, theirs] = [await opened.tenant('alpine'), await opened.tenant('northsea')]
  assert.equal(opened.storage.tenant(mine).tenantId, mine)
  await opened.storage.writePlatform(async (tx) => {
    assert.equal(tx.inTenant(theirs).tenantId, theirs)
    assert.equal('tenantId' in tx, false)
  })
  const own = await opened.storage.writeTenant(mine, (tx) => auditEntries(tx, 10))
  assert.deepEqual([...new Set(own.map(({ tenant_id }) => tenant_id))], [mine])
})
