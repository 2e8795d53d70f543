/** The bytes of a file as rows of the store: pieces of base64, which commit with everything else (ADR 170). */
import type { TenantReader, TenantTx } from '../handles.ts'
import { insertPieces, isExpected, PIECE_BYTES, readPiece } from '../operations/documents/document-files.ts'
import { ContentGone, type ContentPlace, type ContentWriter } from './content-place.ts'

/** How a tenant's rows are reached. */
export interface RowsAccess {
  readonly read: TenantReader
  write<T>(job: (tx: TenantTx) => Promise<T>): Promise<T>
}

const writerOf = (at: RowsAccess, fileId: string): ContentWriter => {
  let written = 0
  return {
    write: async (block) => {
      written += await at.write(async (tx) => {
        if (!(await isExpected(tx, fileId))) throw new ContentGone(`Nothing is expected for ${fileId} any more`)
        return insertPieces(tx, fileId, written, block)
      })
    },
    finish: async () => {},
    giveUp: async () => {},
  }
}

/** Contents are named by their files here. Its rows go with the file's own row, so that nothing is left to remove. */
export const rowsPlace = (at: RowsAccess): ContentPlace => ({
  mayComeLate: false,
  begin: async ({ contentId }) => writerOf(at, contentId),
  async *read({ contentId }, { from, to }) {
    for (let position = Math.floor(from / PIECE_BYTES); position * PIECE_BYTES <= to; position++) {
      const piece = await readPiece(at.read, contentId, position)
      if (!piece) throw new ContentGone(`${contentId} has no piece ${position}`)
      const start = position * PIECE_BYTES
      yield piece.subarray(Math.max(0, from - start), to - start + 1)
    }
  },
  remove: async () => {},
})
