/** The head of the answer: how it went, how long it took, and the id by which support finds it. */
import { useGraphiQL } from '@graphiql/react'
import { Icon } from '../parts/icon.tsx'
import type { Answered } from './credential.ts'

const Outcome = ({ last }: { readonly last: Answered }) => {
  const isGood = last.status === 200 && !('errors' in last.body)
  const word = last.status === 0 ? 'Not sent' : isGood ? String(last.status) : `${last.status}, with errors`
  return (
    <span className={`small row ${isGood ? 'good' : 'bad'}`}>
      <Icon name={isGood ? 'circleCheck' : 'circleCross'} />
      {word}
    </span>
  )
}

export const AnswerFacts = ({ last }: { readonly last: Answered | null }) => {
  const isFetching = useGraphiQL((state) => state.isFetching)
  return (
    <div className="explorer-pane-title">
      <h2 id="answer-title">Answer</h2>
      <span role="status" className="row">
        {isFetching && <span className="small muted">Running …</span>}
        {!isFetching && last && <Outcome last={last} />}
      </span>
      {last && last.status > 0 && <span className="small muted number">{last.milliseconds} ms</span>}
      {last?.requestId && (
        <span className="small muted push">
          Request id <code>{last.requestId}</code>
        </span>
      )}
    </div>
  )
}
