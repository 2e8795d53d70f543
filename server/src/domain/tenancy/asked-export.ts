/** An export that an administrator asked for (ADR 177). */

export interface ExportFile {
  /** Its name in the link: `operator.airside`, `flight.csv`. */
  readonly name: string
  readonly rowCount: number
  /** As it is kept, compressed. */
  readonly byteCount: number
  readonly partCount: number
}

/** The one file, which `operator import` reads. */
export const OPERATOR_FILE_NAME = 'operator.airside'

export type ExportState = 'WAITING' | 'MADE' | 'TOO_LARGE'

/** Where its files are taken, below the operator's address. */
export const EXPORT_FOLDER = '/export/'

export const exportPath = (exportId: string, name: string): string => `${EXPORT_FOLDER}${exportId}/${name}`
