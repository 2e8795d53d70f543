/** Where the bytes of a file lie, reading them there, and removing them once nothing names them (ADR 204). */
import { Failure } from '../../../domain/failure.ts'
import type { UploadPurpose } from '../../../domain/operations/documents/upload-purpose.ts'
import {
  type ByteSpan,
  ContentGone,
  type ContentName,
  type ContentPlace,
  PlaceUnavailable,
} from '../../../storage/contents/content-place.ts'
import { rowsPlace } from '../../../storage/contents/rows-place.ts'
import { forgetContentOver } from '../../../storage/operations/documents/contents-over.ts'
import { type ContentPosition, IN_ROWS, positionOf } from '../../../storage/operations/documents/document-files.ts'
import { newId, type WorldAt } from '../../world.ts'

type PlacedFile = ContentPosition & { readonly file_id: string }

/**
 * A content has a name of its own, never one that was used: what is written never meets what is being removed. What
 * people send with reports of their own stays in rows: any other place notes when it came (threats row 371).
 */
export const newPosition = (at: WorldAt, purpose: UploadPurpose): ContentPosition => {
  const { forNew } = at.contents
  return forNew === null || purpose === 'own-report' ? IN_ROWS : { place: forNew.kind, content_id: newId(at, 'cnt') }
}

export const placeOf = (at: WorldAt, { place }: ContentPosition): ContentPlace =>
  place === null ? rowsPlace(at) : at.contents.of(place)

/** The tenant in the name is the reader's own, whatever a row says (threats row 370). */
export const nameOf = ({ tenantId }: WorldAt, { file_id, content_id }: PlacedFile): ContentName => ({
  tenantId,
  contentId: content_id ?? file_id,
})

/** Some bytes of a file, in small parts. One that is moved meanwhile goes on from its new place. */
export async function* readContent(at: WorldAt, fileId: string, { from, to }: ByteSpan): AsyncGenerator<Buffer> {
  let next = from
  for (let before: string | null | undefined; ; ) {
    const position = await positionOf(at.read, fileId)
    if (!position) throw new Failure('not_found', 'The file was deleted while it was sent')
    if (position.content_id === before) throw new PlaceUnavailable(`The content of ${fileId} is not where it should be`)
    before = position.content_id
    try {
      const parts = placeOf(at, position).read(nameOf(at, { file_id: fileId, ...position }), { from: next, to })
      for await (const part of parts) {
        next += part.length
        yield part
      }
      return
    } catch (error) {
      if (!(error instanceof ContentGone)) throw error
    }
  }
}

/** Removes a content whose row is gone already. */
export const removeContent = async (at: WorldAt, file: PlacedFile): Promise<void> => {
  const { content_id } = file
  if (content_id === null) return
  await placeOf(at, file).remove(nameOf(at, file))
  await at.write((tx) => forgetContentOver(tx, content_id))
}
