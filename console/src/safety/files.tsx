/** Files of a report: what an OPEN one came with, and what the safety office adds. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { type ArrivedFile, FileUpload } from '../data/document/file-upload.tsx'
import type { Begin } from '../data/document/send-file.ts'
import { Section } from '../data/record-parts.tsx'
import { ask } from '../graph/ask.ts'
import { carryOut, useChange } from '../graph/change.ts'
import { FormProblems } from '../parts/form-problems.tsx'
import { FileList } from './file-list.tsx'
import { FILE_ADD, FILE_LINKS, OFFICE_UPLOAD_START, type Report } from './queries.ts'

const begin: Begin = async (input) => (await carryOut(OFFICE_UPLOAD_START, { input })).safetyUploadStart.upload

const titleOf = ({ name }: ArrivedFile): string => name.replace(/\.[^.]+$/, '').slice(0, 200)

const linkOf = async (safetyReportId: string, id: string): Promise<string | undefined> => {
  const { safetyReport } = await ask(FILE_LINKS, { safetyReportId })
  return safetyReport?.documentList.find((file) => file.safetyAttachmentId === id)?.link.path
}

interface FilesProps {
  readonly report: Report
  readonly mayChange: boolean
}

export const Files = ({ report: { safetyReportId, documentList }, mayChange }: FilesProps) => {
  const [isAdding, setAdding] = useState(false)
  const addition = useChange(FILE_ADD, () => setAdding(false))
  if (documentList.length === 0 && !mayChange) return null
  return (
    <Section title="Files">
      <FileList files={documentList} linkOf={(id) => linkOf(safetyReportId, id)} />
      <FormProblems error={addition.error} what="The file was not added." labels={{}} />
      {isAdding ? (
        <FileUpload
          begin={begin}
          onArrived={(file) => addition.mutate({ safetyReportId, title: titleOf(file), uploadId: file.uploadId })}
        />
      ) : (
        mayChange && (
          <Button size="xs" onClick={() => setAdding(true)}>
            Add a file
          </Button>
        )
      )}
    </Section>
  )
}
