/**
 * Contents as files of a folder, one folder for each tenant. The folder itself is the host's to make: where it is away,
 * nothing is written in its stead. The mount point of a disk that is not mounted is a folder too: a file that we put
 * into it at the first use tells them apart (threats row 387).
 */
import { constants } from 'node:fs'
import { type FileHandle, mkdir, open, rm, rmdir, stat } from 'node:fs/promises'
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
import { FewAtOnce } from './few-at-once.ts'

const MARKER = 'airside-documents'
const MARKER_TEXT = 'Documents of Airside lie here. Copy this file along with them.\n'

/** Fewer than the threads of the process. */
const AT_ONCE = { most: 2, patienceMs: 10_000 }

/** No room on the disk, or in a quota or limit of it. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** The turn of what the host asks for. */
const OF_NO_TENANT = ''

const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

export class FolderPlace implements PlaceBeside {
  readonly kind = 'folder'
  readonly mayComeLate = false
  readonly shown: string
  readonly #folder: string
  readonly #holdsContent: () => Promise<boolean>
  readonly #turns = new FewAtOnce(AT_ONCE)

  /** The store says whether content lies in the folder. */
  constructor(folder: string, holdsContent: () => Promise<boolean>) {
    this.#folder = folder
    this.#holdsContent = holdsContent
    this.shown = `folder ${folder}`
  }

  #unavailable(cause: unknown): PlaceUnavailable {
    const { message } = cause as Error
    const isFull = FULL_CODES.has(String(codeOf(cause)))
    return new PlaceUnavailable(`The ${this.shown} cannot be used: ${message}`, { cause, isFull })
  }

  async #tried<T>(tenantId: string, job: () => Promise<T>): Promise<T> {
    try {
      return await this.#turns.run(tenantId, job)
    } catch (error) {
      throw error instanceof ContentGone || error instanceof PlaceUnavailable ? error : this.#unavailable(error)
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

  get #marker(): string {
    return join(this.#folder, MARKER)
  }

  /** False where it was never used. Throws where it is not the folder in which our content lies. */
  async #isMarked(): Promise<boolean> {
    if (await isThere(this.#marker)) return true
    await stat(this.#folder)
    // Another process may have put it there while the store was asked.
    if (!(await this.#holdsContent()) || (await isThere(this.#marker))) return false
    const lacks = `${MARKER} and the content of documents`
    throw new PlaceUnavailable(`The ${this.shown} is empty of what it should hold, ${lacks} (is its disk mounted?)`)
  }

  async #mark(): Promise<void> {
    if (await this.#isMarked()) return
    try {
      const file = await open(this.#marker, 'wx', 0o600)
      await writeAll(file, Buffer.from(MARKER_TEXT))
        .then(() => file.sync())
        .finally(() => file.close())
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    await syncFolder(this.#folder)
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

  /** Again where the folder was empty and went meanwhile. */
  async #made(name: ContentName, isAgain = false): Promise<FileHandle> {
    await this.#makeFolder(name.tenantId)
    try {
      return await open(this.#fileOf(name), 'wx', 0o600)
    } catch (error) {
      if (isAgain || codeOf(error) !== 'ENOENT') throw error
      return this.#made(name, true)
    }
  }

  begin(name: ContentName): Promise<ContentWriter> {
    const { tenantId } = name
    return this.#tried(tenantId, async () => {
      await this.#mark()
      const file = await this.#made(name)
      return {
        write: (block) => this.#tried(tenantId, () => writeAll(file, block)),
        finish: () =>
          this.#tried(tenantId, async () => {
            await file.sync()
            await file.close()
            await syncFolder(this.#folderOf(tenantId))
          }),
        giveUp: async () => {
          const leave = async () => {
            await file.close().catch(() => {})
            await rm(this.#fileOf(name), { force: true })
          }
          await this.#turns.run(tenantId, leave, { evenLate: true }).catch(() => {})
        },
      }
    })
  }

  /** Opened for each piece: no handle waits for a client that takes its time. */
  async *read(name: ContentName, { from, to }: ByteSpan): AsyncGenerator<Buffer> {
    for (let at = from; at <= to; at += PIECE_BYTES) {
      const piece = { from: at, to: Math.min(to, at + PIECE_BYTES - 1) }
      yield await this.#tried(name.tenantId, () => this.#readPart(name, piece))
    }
  }

  async #readPart(name: ContentName, span: ByteSpan): Promise<Buffer> {
    try {
      return await readPart(this.#fileOf(name), span)
    } catch (error) {
      if (error instanceof ContentGone) await this.#isMarked()
      throw error
    }
  }

  /** Under a name that is not ours there is nothing. A tenant's folder goes with the last that lay in it. */
  async remove(name: ContentName): Promise<void> {
    if (!isPlaceName(name.tenantId) || !isPlaceName(name.contentId)) return
    await this.#tried(name.tenantId, async () => {
      await this.#isMarked()
      await rm(this.#fileOf(name), { force: true })
      await rmdir(this.#folderOf(name.tenantId)).catch(() => {})
    })
  }

  tryWriting(): Promise<void> {
    const probe = join(this.#folder, `.probe-${process.pid}`)
    return this.#tried(OF_NO_TENANT, async () => {
      await this.#isMarked()
      await rm(probe, { force: true })
      const file = await open(probe, 'wx', 0o600)
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

const isThere = async (file: string): Promise<boolean> => {
  try {
    await stat(file)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Opening a pipe would wait for who writes to it (threats row 388). */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

const opened = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, READ_AT_ONCE)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new ContentGone(`${file} is not there`)
    throw error
  }
}

const readPart = async (file: string, { from, to }: ByteSpan): Promise<Buffer> => {
  const handle = await opened(file)
  try {
    if (!(await handle.stat()).isFile()) throw new Error(`${file} is no file`)
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
