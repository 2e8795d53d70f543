/** Reads a chosen file as text: UTF-8, or Windows-1252 where it is not, as spreadsheets of some systems write it. */

/** Less than the server accepts in one request, because a text grows a little on its way. */
const MAX_BYTES = 800_000

export class FileRefused extends Error {}

const inKilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000)} kB`

export const textOfFile = async (file: File): Promise<string> => {
  if (file.size > MAX_BYTES) {
    throw new FileRefused(
      `${file.name} has ${inKilobytes(file.size)}: at most ${inKilobytes(MAX_BYTES)} here. Split it, or let the host import it.`,
    )
  }
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
