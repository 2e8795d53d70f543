/** Where the file comes from: dropped, chosen or pasted. */
import { Button, Textarea } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import { Note } from '../states/note.tsx'
import { grouped } from '../text/count.ts'
import { lineCountOf, MAX_LINES, partsOf } from './file-parts.ts'
import { FileRefused, textOfFile } from './read-file.ts'

export interface ChosenFile {
  readonly name: string
  readonly text: string
}

const lengthProblem = ({ name, text }: ChosenFile): string | null => {
  const lines = lineCountOf(partsOf(text))
  if (lines <= MAX_LINES) return null
  return `${name} has ${grouped(lines)} lines: at most ${grouped(MAX_LINES)} here. Split it, or let the host import it.`
}

interface FileChoiceProps {
  /** Nothing is chosen yet: it is what to do next. */
  readonly isFirst: boolean
  readonly isBusy: boolean
  /** No file is taken meanwhile. */
  readonly isWriting: boolean
  readonly onChosen: (file: ChosenFile) => void
}

const PasteForm = ({ isBusy, onChosen }: Pick<FileChoiceProps, 'isBusy' | 'onChosen'>) => {
  const [text, setText] = useState('')
  return (
    <div className="form">
      <Textarea
        label="Text of the file"
        description="Its first line names the columns."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        classNames={{ input: 'mono' }}
        autosize
        minRows={4}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="form-feet">
        <Button
          variant="filled"
          loading={isBusy}
          disabled={text.trim() === ''}
          onClick={() => onChosen({ name: 'pasted text', text })}
        >
          Check the text
        </Button>
      </div>
    </div>
  )
}

export const FileChoice = ({ isFirst, isBusy, isWriting, onChosen }: FileChoiceProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [isPasting, setPasting] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const offer = (file: ChosenFile) => {
    const problem = lengthProblem(file)
    setRefusal(problem)
    if (problem === null) onChosen(file)
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    try {
      offer({ name: file.name, text: await textOfFile(file) })
    } catch (error) {
      setRefusal(error instanceof FileRefused ? error.message : `${file.name} cannot be read.`)
    }
    if (input.current) input.current.value = ''
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    if (!isWriting) take(event.dataTransfer.files[0])
  }
  return (
    <section className="panel" aria-label="File">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button does the same */}
      <div className="import-drop" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
        <p>
          <b>Drop a CSV file here</b>
        </p>
        <p className="small muted">Comma, semicolon or tab; UTF-8 or Windows-1252; up to 5 MB and 10,000 lines</p>
        <span className="row">
          <Button variant={isFirst ? 'filled' : 'default'} loading={isBusy} onClick={() => input.current?.click()}>
            Choose a file
          </Button>
          <Button variant="subtle" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
            Paste text
          </Button>
        </span>
        <input
          ref={input}
          className="unseen"
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          aria-label="CSV file"
          tabIndex={-1}
          disabled={isWriting}
          onChange={(event) => take(event.currentTarget.files?.[0])}
        />
      </div>
      {refusal !== null && (
        <Note tone="fail" icon="circleCross" role="alert">
          {refusal}
        </Note>
      )}
      {isPasting && (
        <div className="panel-body import-paste">
          <PasteForm isBusy={isBusy} onChosen={offer} />
        </div>
      )}
    </section>
  )
}
