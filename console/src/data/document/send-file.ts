/** Sends a chosen file in two steps: its checksum is made here first, so that the server keeps exactly this file. */
import { carryOut } from '../../graph/change.ts'
import { UPLOAD_START } from './document-queries.ts'

const MAX_BYTES = 25_000_000

/** By the ends of names: what browsers call a file differs from system to system. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
}

/** With the types as well: a phone offers its camera for these. */
export const ACCEPTED = [...Object.keys(TYPES).map((end) => `.${end}`), ...new Set(Object.values(TYPES))].join(',')

export const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const typeOf = ({ name }: File): string => {
  const type = TYPES[name.split('.').at(-1)?.toLowerCase() ?? '']
  if (type === undefined) throw new Error(`${name} is no PDF, PNG, JPEG, TIFF, text, CSV or JSON file.`)
  return type
}

const checksumOf = async (content: ArrayBuffer): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', content)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** What the server said of the bytes that it refused. */
const refusalIn = (text: string): string => {
  try {
    return (JSON.parse(text) as { error_description?: string }).error_description ?? 'The file was refused.'
  } catch {
    return 'The server could not answer.'
  }
}

/** An XMLHttpRequest tells how far it is; `fetch` does not. */
const put = (path: string, content: ArrayBuffer, onProgress: (sent: number) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open('PUT', path)
    sending.upload.onprogress = ({ loaded }) => onProgress(loaded)
    sending.onload = () => (sending.status === 200 ? resolve() : reject(new Error(refusalIn(sending.responseText))))
    sending.onerror = () => reject(new Error('The file did not arrive whole: nothing was kept, send it again.'))
    sending.send(content)
  })

interface Announced {
  readonly mediaType: string
  readonly byteSize: number
  readonly sha256: string
}

/** The first step: says what will come, and learns where it goes. */
export type Begin = (input: Announced) => Promise<{ readonly uploadId: string; readonly path: string } | null>

export const beginDocument: Begin = async (input) =>
  (await carryOut(UPLOAD_START, { input })).documentUploadStart.upload

/** The id of the upload, once its bytes have arrived and are equal. */
export const sendFile = async (file: File, begin: Begin, onProgress: (sent: number) => void): Promise<string> => {
  const mediaType = typeOf(file)
  if (file.size > MAX_BYTES) {
    throw new Error(`${file.name} has ${sizeInWords(file.size)}: at most ${sizeInWords(MAX_BYTES)}.`)
  }
  if (file.size === 0) throw new Error(`${file.name} is empty.`)
  const content = await file.arrayBuffer()
  const input = { mediaType, byteSize: content.byteLength, sha256: await checksumOf(content) }
  const upload = await begin(input)
  if (!upload) throw new Error('The file was refused.')
  await put(upload.path, content, onProgress)
  return upload.uploadId
}
