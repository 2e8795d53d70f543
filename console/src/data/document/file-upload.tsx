/** Takes a file, by drop or choice, and sends it; says how far it is and what was refused. */
import { Button } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { Note } from '../../states/note.tsx'
import { ACCEPTED, type Begin, beginDocument, sendFile, sizeInWords } from './send-file.ts'
import './document.css'

export interface ArrivedFile {
  readonly uploadId: string
  readonly name: string
}

interface FileUploadProps {
  /** What the file is for; a document where absent. */
  readonly begin?: Begin
  readonly onArrived: (file: ArrivedFile) => void
}

interface Sending {
  readonly name: string
  readonly bytes: number
  readonly sent: number
}

const Progress = ({ name, bytes, sent }: Sending) => (
  <div className="stack-tight">
    <p role="status">
      <b>{name}</b>{' '}
      <span className="small muted">
        {sizeInWords(sent)} of {sizeInWords(bytes)}
      </span>
    </p>
    <div
      className="document-progress"
      role="progressbar"
      aria-label={name}
      aria-valuenow={Math.round((sent / bytes) * 100)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${(sent / bytes) * 100}%` }} />
    </div>
  </div>
)

export const FileUpload = ({ begin = beginDocument, onArrived }: FileUploadProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<Sending | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file || sending !== null) return
    const begun = { name: file.name, bytes: file.size, sent: 0 }
    setRefusal(null)
    setSending(begun)
    try {
      const uploadId = await sendFile(file, begin, (sent) => setSending({ ...begun, sent: Math.min(sent, file.size) }))
      onArrived({ uploadId, name: file.name })
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : `${file.name} cannot be read.`)
    }
    setSending(null)
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same */}
      <div className="document-drop" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <p>
          <b>Drop a file here</b>
        </p>
        <p className="small muted">PDF, PNG, JPEG, TIFF, text, CSV or JSON, up to 25 MB</p>
        <Button loading={sending !== null} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          className="unseen"
          type="file"
          accept={ACCEPTED}
          aria-label="File"
          tabIndex={-1}
          disabled={sending !== null}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </div>
      {sending !== null && <Progress {...sending} />}
      {refusal !== null && (
        <Note tone="fail" icon="circleCross" role="alert">
          {refusal}
        </Note>
      )}
    </>
  )
}
