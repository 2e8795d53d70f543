/**
 * Removes contents beside the store that are over, and moves the bytes of documents that are still rows to the place
 * that the host chose (ADR 204). Outside of a transaction: a place may be far away.
 */
import { createHash } from 'node:crypto'
import { addSeconds } from '../../../domain/clock.ts'
import { MINUTE_MS } from '../../../domain/interval.ts'
import { CONTENT_KEPT_SECONDS } from '../../../domain/limits.ts'
import type { ContentName, ContentPlace, ContentWriter, PlaceBeside } from '../../../storage/contents/content-place.ts'
import { rowsPlace } from '../../../storage/contents/rows-place.ts'
import type { TenantTx } from '../../../storage/handles.ts'
import {
  dueContents,
  forgetContentOver,
  noteContentBegun,
} from '../../../storage/operations/documents/contents-over.ts'
import { type FileInRows, moveOutOfRows, nextFileInRows } from '../../../storage/operations/documents/document-files.ts'
import type { Storage } from '../../../storage/storage.ts'
import { newId, type World } from '../../world.ts'

export const CONTENTS_MS = MINUTE_MS
const CONTENTS_PER_STEP = 20

const removeDue = async (storage: Storage, place: PlaceBeside): Promise<number> => {
  const now = await storage.platform.now()
  const due = await dueContents(storage.platform, { place: place.kind, now, most: CONTENTS_PER_STEP })
  for (const name of due) {
    await place.remove(name)
    await storage.writeTenant(name.tenantId, (tx) => forgetContentOver(tx, name.contentId))
  }
  return due.length
}

const copy = async (rows: ContentPlace, { fileId, tenantId, byte_size, sha256 }: FileInRows, writer: ContentWriter) => {
  const hash = createHash('sha256')
  try {
    for await (const piece of rows.read({ tenantId, contentId: fileId }, { from: 0, to: byte_size - 1 })) {
      hash.update(piece)
      await writer.write(piece)
    }
    if (hash.digest('hex') !== sha256)
      throw new Error(`The rows of file ${fileId} are not what was sent: left as they are`)
    await writer.finish()
  } catch (error) {
    await writer.giveUp()
    throw error
  }
}

export class ContentTidying {
  readonly #world: World
  /** Where it goes on, so that a file that cannot be moved holds up no other. */
  #after = { tenantId: '', fileId: '' }

  constructor(world: World) {
    this.#world = world
  }

  /** One small step; true if more is left to do. */
  async step(): Promise<boolean> {
    const { contents } = this.#world.storage
    for (const place of contents.places) {
      if ((await removeDue(this.#world.storage, place)) === CONTENTS_PER_STEP) return true
    }
    return contents.forNew !== null && (await this.#moveNext(contents.forNew))
  }

  async #moveNext(place: PlaceBeside): Promise<boolean> {
    const file = await nextFileInRows(this.#world.storage.platform, this.#after)
    this.#after = file ?? { tenantId: '', fileId: '' }
    if (file) await this.#move(file, place)
    return file !== undefined
  }

  /** Noted before its first byte, and no longer once its row names it: a crash leaves nothing that nobody knows of. */
  async #move(file: FileInRows, place: PlaceBeside): Promise<void> {
    const { storage } = this.#world
    const { tenantId, fileId, byte_size, sha256 } = file
    const at = {
      read: storage.tenant(tenantId),
      write: <T>(job: (tx: TenantTx) => Promise<T>) => storage.writeTenant(tenantId, job),
    }
    const name: ContentName = { tenantId, contentId: newId(this.#world, 'cnt') }
    await at.write(async (tx) =>
      noteContentBegun(tx, { ...name, place: place.kind }, addSeconds(await tx.realNow(), CONTENT_KEPT_SECONDS)),
    )
    await copy(rowsPlace(at), file, await place.begin(name, { byteSize: byte_size, sha256 }))
    await at.write(async (tx) => {
      const isMoved = await moveOutOfRows(tx, fileId, { place: place.kind, content_id: name.contentId })
      if (isMoved) await forgetContentOver(tx, name.contentId)
    })
  }
}
