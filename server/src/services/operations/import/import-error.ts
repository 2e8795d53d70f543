/** What is wrong with a file that is imported, and where. */
export interface ImportError {
  readonly line: number
  /** The column that it concerns; null where it is the whole line. */
  readonly field: string | null
  readonly message: string
}
