/** The name under which a browser keeps a document: never a path, never a name that reads otherwise than it is. */
import { MEDIA_TYPES, type MediaType } from './media-type.ts'

const MAX_NAME_CHARACTERS = 100

/** Separators of paths, what shells and disks give a meaning, control and direction signs. */
const UNFIT = /[/\\:*?"<>|%\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu

export const fileNameOf = (title: string, mediaType: string): string => {
  const { extension } = MEDIA_TYPES[mediaType as MediaType] ?? { extension: 'bin' }
  const plain = title
    .replace(UNFIT, '_')
    .replace(/^[.\s_]+|[.\s_]+$/g, '')
    .slice(0, MAX_NAME_CHARACTERS)
    .toWellFormed()
  const stem = plain.toLowerCase().endsWith(`.${extension}`) ? plain.slice(0, -extension.length - 1) : plain
  return `${stem || 'document'}.${extension}`
}

const escaped = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** RFC 6266: an ASCII name for old programs, and the name itself (RFC 8187). */
export const attachmentHeader = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${escaped(name)}`
