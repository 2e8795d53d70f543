/** Tools above, then query, answer and scopes side by side; on a narrow screen the query, what it needs, the answer. */
import { QueryEditor, ResponseEditor, useGraphiQL, VariableEditor } from '@graphiql/react'
import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { AnswerFacts } from './answer-facts.tsx'
import type { Answered, Asker, Credential } from './credential.ts'
import { DocsDrawer } from './docs-drawer.tsx'
import { useEditorLook } from './editor-look.ts'
import { FIRST_QUERY, FIRST_VARIABLES } from './first-query.ts'
import { HistoryMenu } from './history-menu.tsx'
import { useLineMarks } from './line-marks.ts'
import { ScopePanel } from './panel/scope-panel.tsx'
import type { RanQuery } from './ran-queries.ts'
import type { Catalogue } from './reading/catalogue.ts'
import { reportOf } from './reading/report.ts'
import { Tools } from './tools.tsx'

export interface WorkbenchProps {
  readonly catalogue: Catalogue
  readonly credential: Credential
  readonly asker: Asker | null
  /** Why the server does not know the credential. */
  readonly refusal: string | null
  readonly last: Answered | null
  readonly ran: readonly RanQuery[]
  readonly onChoose: (credential: Credential) => void
}

const NOTHING: readonly string[] = []

/** Undefined where the text is not a JSON object: the panel then tells what any value may need. */
const variablesIn = (text: string): Readonly<Record<string, unknown>> | undefined => {
  if (text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export const Workbench = ({ catalogue, credential, asker, refusal, last, ran, onChoose }: WorkbenchProps) => {
  const [text, setText] = useState(FIRST_QUERY)
  const [variables, setVariables] = useState(FIRST_VARIABLES)
  const [isReading, setReading] = useState(false)
  const operationName = useGraphiQL((state) => state.operationName) ?? null
  const schema = useGraphiQL((state) => state.schema) ?? null
  const held = asker?.scopes ?? NOTHING
  const report = useMemo(
    () => reportOf({ text, operationName, variables: variablesIn(variables) }, catalogue, held, schema),
    [text, operationName, variables, catalogue, held, schema],
  )
  useEditorLook()
  useLineMarks(report, asker !== null)
  return (
    <>
      <Tools credential={credential} asker={asker} refusal={refusal} report={report} last={last} onChoose={onChoose} />
      <div className="explorer-panes">
        <section className="explorer-pane" aria-labelledby="query-title">
          <div className="explorer-pane-title">
            <h2 id="query-title">Query</h2>
            <span className="small muted push">Ctrl Enter runs it</span>
            <HistoryMenu ran={ran} />
            <Button size="compact-xs" disabled={schema === null} onClick={() => setReading(true)}>
              Schema
            </Button>
          </div>
          <div className="explorer-editor graphiql-container">
            <QueryEditor onEdit={setText} tabIndex={-1} />
          </div>
          <div className="explorer-pane-title explorer-variables-title">
            <h2>Variables</h2>
            <span className="small muted push">JSON</span>
          </div>
          <div className="explorer-editor explorer-variables graphiql-container">
            <VariableEditor onEdit={setVariables} tabIndex={-1} />
          </div>
        </section>
        <ScopePanel catalogue={catalogue} asker={asker} report={report} />
        <section className="explorer-pane explorer-answer" aria-labelledby="answer-title">
          <AnswerFacts last={last} />
          <div className="explorer-editor graphiql-container">
            <ResponseEditor />
          </div>
        </section>
        <DocsDrawer isOpen={isReading} onClose={() => setReading(false)} />
      </div>
    </>
  )
}
