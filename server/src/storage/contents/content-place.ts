/**
 * A place where the bytes of documents lie (ADR 204). The rows of the store say what lies where: a place is given names
 * that are ours, and knows nothing else of what it keeps.
 */
import type { PlaceKind } from '../../domain/operations/documents/place-kind.ts'

export interface ContentName {
  readonly tenantId: string
  readonly contentId: string
}

export interface ByteSpan {
  readonly from: number
  /** The last byte. */
  readonly to: number
}

export interface Announced {
  readonly byteSize: number
  readonly sha256: string
}

/** Takes the bytes of one content, in their order. */
export interface ContentWriter {
  /** The block may be overwritten once this resolves. */
  write(block: Buffer): Promise<void>
  /** Resolves once the content outlives a power failure. */
  finish(): Promise<void>
  /** Nothing more comes; what came may be left for `remove`. Never throws. */
  giveUp(): Promise<void>
}

export interface ContentPlace {
  /** Whether a write that was given up may still become a content after it was removed. */
  readonly mayComeLate: boolean
  begin(name: ContentName, announced: Announced): Promise<ContentWriter>
  /** Some of its bytes, a piece at a time. Throws `ContentGone` where they are not there. */
  read(name: ContentName, span: ByteSpan): AsyncGenerator<Buffer>
  /** Resolves also where there is none. */
  remove(name: ContentName): Promise<void>
}

/** A place beside the store, which is there or not apart from it. */
export interface PlaceBeside extends ContentPlace {
  readonly kind: PlaceKind
  /** For people: without secrets. */
  readonly shown: string
  /** Writes something that nobody reads, and takes it away. */
  tryWriting(): Promise<void>
}

/** The content is not where it should be: it was removed or moved meanwhile, or lost. */
export class ContentGone extends Error {}

/** The place cannot be used now: away, full, or not ours to write. */
export class PlaceUnavailable extends Error {
  readonly isFull: boolean

  constructor(
    message: string,
    { cause, isFull = false }: { readonly cause?: unknown; readonly isFull?: boolean } = {},
  ) {
    super(message, { cause })
    this.isFull = isFull
  }
}

/** No name that stands in a row or in a file of an operator leads out of the place (threats row 370). */
export const isPlaceName = (part: string): boolean => /^[A-Za-z0-9_-]{1,80}$/.test(part)
