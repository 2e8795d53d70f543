/** Files of a report, each fetched by a link that is asked for when it is pressed. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { sizeInWords } from '../data/document/send-file.ts'
import { Icon } from '../parts/icon.tsx'
import { Note } from '../states/note.tsx'
import './report-fields.css'

interface ShownFile {
  readonly safetyAttachmentId: string
  readonly title: string
  readonly byteSize: number
  readonly isOfReporter?: boolean
}

interface FileListProps {
  readonly files: readonly ShownFile[]
  readonly linkOf: (safetyAttachmentId: string) => Promise<string | undefined>
}

export const FileList = ({ files, linkOf }: FileListProps) => {
  const [isRefused, setRefused] = useState(false)
  const open = async (id: string) => {
    setRefused(false)
    try {
      const href = await linkOf(id)
      // The answer is a file, so the page stays.
      if (href) Object.assign(document.createElement('a'), { href, download: '' }).click()
      setRefused(href === undefined)
    } catch {
      setRefused(true)
    }
  }
  if (files.length === 0) return null
  return (
    <>
      <ul className="report-files" aria-label="Files">
        {files.map(({ safetyAttachmentId, title, byteSize, isOfReporter }) => (
          <li key={safetyAttachmentId}>
            <Button
              size="xs"
              variant="subtle"
              leftSection={<Icon name="download" />}
              onClick={() => open(safetyAttachmentId)}
            >
              {title}
            </Button>
            <span className="small muted">
              {sizeInWords(byteSize)}
              {isOfReporter === false && ', of the safety office'}
            </span>
          </li>
        ))}
      </ul>
      {isRefused && (
        <Note tone="fail" icon="circleCross" role="alert">
          The file could not be opened. Try again later.
        </Note>
      )}
    </>
  )
}
