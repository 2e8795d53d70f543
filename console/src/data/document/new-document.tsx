/** A new document: its file goes first, then what it is. */
import { useState } from 'react'
import { Note } from '../../states/note.tsx'
import type { OwnNew } from '../record-form.tsx'
import { RecordForm } from '../record-form.tsx'
import { type ArrivedFile, FileUpload } from './file-upload.tsx'

const titleOf = ({ name }: ArrivedFile): string => name.replace(/\.[^.]+$/, '').replaceAll('_', ' ')

export const NewDocument: OwnNew = (props) => {
  const [file, setFile] = useState<ArrivedFile | null>(null)
  if (file === null) {
    return (
      <div className="form">
        <FileUpload onArrived={setFile} />
      </div>
    )
  }
  return (
    <>
      <Note tone="good" icon="circleCheck" role="status">
        <b>{file.name}</b> arrived, its checksum is equal.
      </Note>
      <RecordForm {...props} record={null} more={{ uploadId: file.uploadId }} begins={{ title: titleOf(file) }} />
    </>
  )
}
