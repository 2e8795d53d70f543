/**
 * The bytes of documents that lie beside the store, as the pieces that they would be in its rows: a file of an operator
 * has them wherever they lie (ADR 204).
 */

import { Failure } from '../../../domain/failure.ts'
import type { PlaceKind } from '../../../domain/operations/documents/place-kind.ts'
import { ContentGone } from '../../contents/content-place.ts'
import type { Contents } from '../../contents/contents.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader } from '../../handles.ts'
import { PIECE_BYTES } from '../../operations/documents/document-files.ts'
import { type CarriedRow, stayingOut } from './carried-rows.ts'
import { carriedAs } from './carried-tables.ts'
import type { TableShape } from './table-shapes.ts'

export const PIECES = 'document_piece'
const FILES_PER_PAGE = 100
/** About a megabyte. */
const PIECES_PER_PAGE = 16

interface PlacedFile {
  readonly file_id: string
  readonly place: PlaceKind
  readonly content_id: string
  readonly byte_size: number
}

/** Those whose rows the file has. */
const filesAfter = (reader: TenantReader, last: string, out: readonly string[]): Promise<PlacedFile[]> =>
  rowsOf<PlacedFile>(
    reader,
    fragment`select file_id, place, content_id, byte_size from document_file
      where tenant_id = ${reader.tenantId} and content_id is not null and arrived_at is not null and file_id > ${last}
      ${fragment.raw(out.map((rows) => ` and not (${rows})`).join(''))}
      order by file_id limit ${FILES_PER_PAGE}`,
  )

/** Each of exactly as many bytes as a piece has in rows, but for the last. */
async function* inPieces(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0)
  for await (const part of parts) {
    waiting = Buffer.concat([waiting, part])
    for (; waiting.length >= PIECE_BYTES; waiting = waiting.subarray(PIECE_BYTES))
      yield waiting.subarray(0, PIECE_BYTES)
  }
  if (waiting.length > 0) yield waiting
}

async function* piecesOf({ tenantId }: TenantReader, file: PlacedFile, contents: Contents): AsyncGenerator<CarriedRow> {
  const name = { tenantId, contentId: file.content_id }
  const place = contents.of(file.place)
  try {
    let position = 0
    for await (const piece of inPieces(place.read(name, { from: 0, to: file.byte_size - 1 }))) {
      yield { file_id: file.file_id, position, content: piece.toString('base64') }
      position++
    }
  } catch (cause) {
    if (!(cause instanceof ContentGone)) throw cause
    const message = `The content of file ${file.file_id} is not in the ${place.shown} (${tenantId}/${file.content_id})`
    throw new Failure('not_found', `${message}: put it back out of a copy`, { cause })
  }
}

/** A store of a release that kept all bytes in rows has no such columns. */
const knowsPlaces = (shapes: readonly TableShape[]): boolean =>
  shapes.some(({ table, columns }) => table === 'document_file' && columns.some(({ name }) => name === 'content_id'))

export async function* pagesOfContents(
  reader: TenantReader,
  shapes: readonly TableShape[],
  { contents, withCredentials }: { readonly contents: Contents; readonly withCredentials: boolean },
): AsyncGenerator<readonly CarriedRow[]> {
  const carried = carriedAs('document_file')
  if (carried === null || !knowsPlaces(shapes)) return
  const out = stayingOut(carried, shapes, withCredentials)
  let page: CarriedRow[] = []
  for (let last = ''; ; ) {
    const files = await filesAfter(reader, last, out)
    for (const file of files) {
      for await (const piece of piecesOf(reader, file, contents)) {
        page.push(piece)
        if (page.length < PIECES_PER_PAGE) continue
        yield page
        page = []
      }
    }
    if (files.length < FILES_PER_PAGE) break
    last = files.at(-1)?.file_id ?? ''
  }
  if (page.length > 0) yield page
}
