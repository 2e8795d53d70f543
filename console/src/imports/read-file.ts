/** Reads a chosen file as text: UTF-8, or Windows-1252 where it is not, as spreadsheets of some systems write it. */

/** Ten parts of what one request takes. */
const MAX_BYTES = 5_000_000

export class FileRefused extends Error {}

const inMegabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1).replace('.0', '')} MB`

export const textOfFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES) {
    throw new FileRefused(
      `${file.name} has ${inMegabytes(file.size)}: at most ${inMegabytes(MAX_BYTES)} here. Split it, or let the host import it.`,
    )
  }
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
