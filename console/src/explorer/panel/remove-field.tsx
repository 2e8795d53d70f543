/** Takes a field that would be refused out of the query; one undo brings it back. */
import { useGraphiQL } from '@graphiql/react'
import { Button } from '@mantine/core'
import type { TextPlace } from '../reading/places.ts'

/** The field's text, and its whole line where nothing else stands on it. */
const rangeOf = (text: string, { start, end }: TextPlace): { start: number; end: number } => {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const nextBreak = text.indexOf('\n', end)
  const lineEnd = nextBreak === -1 ? text.length : nextBreak + 1
  const isAlone = text.slice(lineStart, start).trim() === '' && text.slice(end, lineEnd).trim() === ''
  return isAlone ? { start: lineStart, end: lineEnd } : { start, end }
}

export const RemoveField = ({ path, place }: { readonly path: string; readonly place: TextPlace }) => {
  const editor = useGraphiQL((state) => state.queryEditor)
  const remove = () => {
    const model = editor?.getModel()
    if (!editor || !model) return
    const { start, end } = rangeOf(model.getValue(), place)
    const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)]
    const range = {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    }
    editor.pushUndoStop()
    editor.executeEdits('explorer', [{ range, text: '' }])
    editor.pushUndoStop()
    editor.focus()
  }
  return (
    <Button size="compact-xs" onClick={remove} aria-label={`Remove ${path} from the query`}>
      Remove
    </Button>
  )
}
