/** Marks in the query's text what each line needs, and which lines would be refused. */
import { useGraphiQL } from '@graphiql/react'
import { useEffect } from 'react'
import type { Needed, Report } from './reading/report.ts'

interface Mark {
  readonly line: number
  readonly scopes: string[]
  isLacking: boolean
}

const scopeMarks = (has: readonly Needed[], lacks: readonly Needed[]): Mark[] => {
  const marks = new Map<number, Mark>()
  for (const { scope, place } of [...lacks, ...has]) {
    if (!place) continue
    const mark = marks.get(place.line) ?? { line: place.line, scopes: [], isLacking: false }
    if (!mark.scopes.includes(scope)) mark.scopes.push(scope)
    mark.isLacking ||= lacks.some((need) => need.place?.line === place.line)
    marks.set(place.line, mark)
  }
  return [...marks.values()]
}

/** Without a credential no scope is marked as missing. */
export const useLineMarks = (report: Report, hasAsker: boolean): void => {
  const editor = useGraphiQL((state) => state.queryEditor)
  useEffect(() => {
    const model = editor?.getModel()
    if (!editor || !model || report.kind !== 'read') return
    const lines = model.getLineCount()
    const collection = editor.createDecorationsCollection(
      (hasAsker ? scopeMarks(report.has, report.lacks) : scopeMarks(report.lacks, []))
        .filter(({ line }) => line <= lines)
        .map(({ line, scopes, isLacking }) => {
          const end = model.getLineMaxColumn(line)
          return {
            range: { startLineNumber: line, startColumn: end, endLineNumber: line, endColumn: end },
            options: {
              isWholeLine: true,
              ...(isLacking ? { className: 'lacking-line' } : {}),
              after: {
                content: `  ${scopes.join(' ')}`,
                inlineClassName: isLacking ? 'line-scope line-scope-lacking' : 'line-scope',
              },
              showIfCollapsed: true,
            },
          }
        }),
    )
    return () => collection.clear()
  }, [editor, report, hasAsker])
}
