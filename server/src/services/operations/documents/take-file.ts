/** Takes the file that an upload brought, for what it was sent for. */
import { userError } from '../../../domain/user-error.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import { type DocumentFile, takeUpload } from '../../../storage/operations/documents/document-files.ts'
import type { Desk } from '../desk.ts'

export const noSuchFile = (path: readonly string[]) =>
  userError(
    'NOT_FOUND',
    'There is no such upload whose bytes have arrived: it is over, was used before, or another one began it',
    path,
  )

export const takeFile = async (
  tx: TenantTx,
  { principal }: Desk,
  uploadId: string,
  path: readonly string[],
): Promise<DocumentFile> => {
  const file = await takeUpload(tx, uploadId, principal.actorKey)
  if (!file) throw noSuchFile(path)
  return file
}
