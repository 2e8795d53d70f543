/** What the safety office and the reporter wrote to each other, as the reporter sees it. */
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../graph/change.ts'
import { queryOf } from '../../graph/query.ts'
import { MessageForm } from '../../parts/message-form.tsx'
import { Moment } from '../../parts/moment.tsx'
import { Loaded } from '../../states/loaded.tsx'
import { OFFICE_ANSWER, OWN_MESSAGES } from './queries.ts'
import '../../data/conversation/conversation.css'

interface OwnThreadProps {
  readonly safetyReportId: string
}

export const OwnThread = ({ safetyReportId }: OwnThreadProps) => {
  const query = useQuery(queryOf(OWN_MESSAGES, { safetyReportId }))
  // Nothing else is read again: it would be logged with its reader, beside a request that leaves no trace.
  const answer = useChange(OFFICE_ANSWER, undefined, OWN_MESSAGES)
  return (
    <Loaded query={query} rows={1}>
      {({ mySafetyReport: report }) => (
        <>
          {(report?.messageList ?? []).length > 0 && (
            <ol className="messages" aria-label="Messages">
              {report?.messageList.map(({ messageId, from, text, at }) => (
                <li key={messageId} className="message">
                  <p>
                    <b>{from === 'REPORTER' ? 'You' : 'Safety office'}</b>{' '}
                    <span className="small muted">
                      <Moment at={at} as="full" />
                    </span>
                  </p>
                  <p className="message-text">{text}</p>
                </li>
              ))}
            </ol>
          )}
          <MessageForm
            change={answer}
            onSend={(text, done) => answer.mutate({ safetyReportId, text }, { onSuccess: done })}
          />
        </>
      )}
    </Loaded>
  )
}
