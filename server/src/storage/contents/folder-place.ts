/**
 * Contents as files of a folder, one folder for each tenant. The folder itself is the host's to make: where it is away,
 * as with a disk that is not mounted, nothing is written in its stead.
 */
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PIECE_BYTES } from '../operations/documents/document-files.ts'
import {
  type ByteSpan,
  ContentGone,
  type ContentName,
  type ContentWriter,
  isPlaceName,
  type PlaceBeside,
  PlaceUnavailable,
} from './content-place.ts'

/** No room on the disk, or in a quota or limit of it. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

export class FolderPlace implements PlaceBeside {
  readonly kind = 'folder'
  readonly shown: string
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
    this.shown = `folder ${folder}`
  }

  #unavailable(cause: unknown): PlaceUnavailable {
    const { message } = cause as Error
    const isFull = FULL_CODES.has(String(codeOf(cause)))
    return new PlaceUnavailable(`The ${this.shown} cannot be used: ${message}`, { cause, isFull })
  }

  async #tried<T>(job: () => Promise<T>): Promise<T> {
    try {
      return await job()
    } catch (error) {
      throw error instanceof ContentGone ? error : this.#unavailable(error)
    }
  }

  #folderOf(tenantId: string): string {
    if (isPlaceName(tenantId)) return join(this.#folder, tenantId)
    throw new ContentGone(`${JSON.stringify(tenantId)} is no name of ours`)
  }

  #fileOf({ tenantId, contentId }: ContentName): string {
    if (isPlaceName(contentId)) return join(this.#folderOf(tenantId), contentId)
    throw new ContentGone(`${JSON.stringify(contentId)} is no name of ours`)
  }

  /** Without parents: a folder that is away is not made. */
  async #makeFolder(tenantId: string): Promise<void> {
    try {
      await mkdir(this.#folderOf(tenantId), { mode: 0o700 })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      return
    }
    await syncFolder(this.#folder)
  }

  begin(name: ContentName): Promise<ContentWriter> {
    return this.#tried(async () => {
      await this.#makeFolder(name.tenantId)
      const file = await open(this.#fileOf(name), 'wx', 0o600)
      return {
        write: (block) => this.#tried(() => writeAll(file, block)),
        finish: () =>
          this.#tried(async () => {
            await file.sync()
            await file.close()
            await syncFolder(this.#folderOf(name.tenantId))
          }),
        giveUp: async () => {
          await file.close().catch(() => {})
          await rm(this.#fileOf(name), { force: true }).catch(() => {})
        },
      }
    })
  }

  /** Opened for each piece: no handle waits for a client that takes its time. */
  async *read(name: ContentName, { from, to }: ByteSpan): AsyncGenerator<Buffer> {
    for (let at = from; at <= to; at += PIECE_BYTES) {
      yield await this.#tried(() => readPart(this.#fileOf(name), { from: at, to: Math.min(to, at + PIECE_BYTES - 1) }))
    }
  }

  /** Under a name that is not ours there is nothing. */
  async remove(name: ContentName): Promise<void> {
    if (!isPlaceName(name.tenantId) || !isPlaceName(name.contentId)) return
    await this.#tried(() => rm(this.#fileOf(name), { force: true }))
  }

  tryWriting(): Promise<void> {
    const probe = join(this.#folder, `.probe-${process.pid}`)
    return this.#tried(async () => {
      const file = await open(probe, 'w', 0o600)
      try {
        await writeAll(file, Buffer.from('probe'))
        await file.sync()
      } finally {
        await file.close()
        await rm(probe, { force: true })
      }
    })
  }
}

const writeAll = async (file: FileHandle, block: Buffer): Promise<void> => {
  for (let done = 0; done < block.length; ) done += (await file.write(block, done)).bytesWritten
}

/** A new file is there after a power failure once its folder is synced. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

const opened = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new ContentGone(`${file} is not there`)
    throw error
  }
}

const readPart = async (file: string, { from, to }: ByteSpan): Promise<Buffer> => {
  const handle = await opened(file)
  try {
    const part = Buffer.alloc(to - from + 1)
    for (let done = 0; done < part.length; ) {
      const { bytesRead } = await handle.read(part, done, part.length - done, from + done)
      if (bytesRead === 0) throw new ContentGone(`${file} ends at ${from + done}`)
      done += bytesRead
    }
    return part
  } finally {
    await handle.close()
  }
}
