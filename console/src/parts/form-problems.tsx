/**
 * Why a form was not accepted: a summary whose lines lead to the fields. The first wrong field gets the focus, so that
 * what is wrong is seen and heard where it can be put right.
 */
import { type Labels, problemsOf } from '../graph/problems.ts'
import { FailureNote, useFocusOnWrong } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'

interface FormProblemsProps {
  /** Null where nothing was refused. */
  readonly error: unknown
  /** What did not happen: "Nobody was invited." */
  readonly what: string
  readonly labels: Labels
}

const lead = (inside: HTMLElement | null, field: string): void => {
  const form = inside?.closest('form')
  const named = form?.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`)
  named?.focus()
}

export const FormProblems = ({ error, what, labels }: FormProblemsProps) => {
  const inside = useFocusOnWrong(error)
  const { atFields, others } = problemsOf(error, labels)
  if (atFields.length === 0) return <FailureNote error={error} what={what} />
  return (
    <div ref={inside}>
      <Note tone="fail" icon="circleCross" role="alert">
        <b>{what}</b>
        <ul className="plain-list">
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {atFields.map(({ field, label, sentence }) => (
            <li key={`${field} ${sentence}`}>
              <a
                href={`#${field}`}
                onClick={(event) => {
                  event.preventDefault()
                  lead(inside.current, field)
                }}
              >
                {label}
              </a>
              : {sentence}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}
