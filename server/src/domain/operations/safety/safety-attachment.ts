/** A file that hangs on a safety report. Its name is one that we give: what a device calls a file can name its owner. */
export interface SafetyAttachment {
  readonly safetyAttachmentId: string
  readonly title: string
  readonly fileId: string
  readonly mediaType: string
  readonly byteSize: number
  readonly sha256: string
  /** The reporter sent it; else the safety office added it. */
  readonly isOfReporter: boolean
}

/** Of the reporter, and as many of the safety office. */
export const MAX_ATTACHMENTS = 10
export const MAX_ATTACHMENT_TITLE = 200

/** What a file of the reporter is called. */
export const titleOfOwn = (mediaType: string, number: number): string =>
  `${mediaType.startsWith('image/') ? 'Photo' : 'File'} ${number}`

interface WithFiles {
  readonly documentList: readonly SafetyAttachment[]
}

/** What the reporter sent: of an OPEN report it stands with the report, else with the original. */
export const ownAttachments = (report: WithFiles, original: WithFiles): readonly SafetyAttachment[] => [
  ...original.documentList,
  ...report.documentList.filter(({ isOfReporter }) => isOfReporter),
]
