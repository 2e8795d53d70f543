/** Files of one's own report: those that were sent, and those that go with it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ArrivedFile, FileUpload } from '../../data/document/file-upload.tsx'
import { type Begin, sizeInWords } from '../../data/document/send-file.ts'
import { carryOut, useChange } from '../../graph/change.ts'
import { FormProblems } from '../../parts/form-problems.tsx'
import { OWN_REPORTS, OWN_UPLOAD_START, type OwnReport, REPORT_CHANGE } from './queries.ts'
import '../report-fields.css'

const begin: Begin = async (input) => (await carryOut(OWN_UPLOAD_START, { input })).mySafetyUploadStart.upload

const ABOUT =
  'What a file is called is not kept. The file itself can tell who you are: a photo says when and with which device it was taken, a document who wrote it.'

interface FilesFieldProps {
  readonly files: readonly ArrivedFile[]
  readonly onChange: (files: readonly ArrivedFile[]) => void
}

/** While the report is written. */
export const FilesField = ({ files, onChange }: FilesFieldProps) => (
  <fieldset className="subjects stack-tight">
    <legend className="field-legend">Photos and files</legend>
    <p className="small muted">{ABOUT}</p>
    {files.length > 0 && (
      <ul className="report-files" aria-label="Files that go with it">
        {files.map((file) => (
          <li key={file.uploadId}>
            <b>{file.name}</b>
            <Button
              size="xs"
              variant="subtle"
              aria-label={`Leave out ${file.name}`}
              onClick={() => onChange(files.filter((other) => other !== file))}
            >
              Leave out
            </Button>
          </li>
        ))}
      </ul>
    )}
    <FileUpload begin={begin} onArrived={(file) => onChange([...files, file])} />
  </fieldset>
)

const AddFile = ({ report }: { readonly report: OwnReport }) => {
  const [isAdding, setAdding] = useState(false)
  const [isHeld, setHeld] = useState(false)
  const { safetyReportId, version: expectedVersion, confidentiality } = report
  const done = () => {
    setAdding(false)
    setHeld(confidentiality !== 'OPEN')
  }
  // Nothing else is read again: it would be logged with its reader, beside a request that leaves no trace.
  const addition = useChange(REPORT_CHANGE, done, OWN_REPORTS)
  const add = ({ uploadId }: ArrivedFile) =>
    addition.mutate({ safetyReportId, expectedVersion, input: { uploadIdList: [uploadId] } })
  return (
    <>
      <FormProblems error={addition.error} what="The file was not added." labels={{}} />
      <p role="status" className="small">
        {isHeld && 'The file was taken. It stands here at the next full hour.'}
      </p>
      {isAdding ? (
        <>
          <p className="small muted">{ABOUT}</p>
          <FileUpload begin={begin} onArrived={add} />
        </>
      ) : (
        <Button className="own-withdraw" size="xs" onClick={() => setAdding(true)}>
          Add a file
        </Button>
      )}
    </>
  )
}

/** What was sent along, and more of it as long as the report is not over. */
export const OwnFiles = ({ report, mayAdd }: { readonly report: OwnReport; readonly mayAdd: boolean }) => (
  <>
    {report.documentList.length > 0 && (
      <ul className="report-files" aria-label="Files">
        {report.documentList.map(({ safetyAttachmentId, title, byteSize, path }) => (
          <li key={safetyAttachmentId}>
            <a href={path} download>
              {title}
            </a>
            <span className="small muted">{sizeInWords(byteSize)}</span>
          </li>
        ))}
      </ul>
    )}
    {mayAdd && <AddFile report={report} />}
  </>
)
