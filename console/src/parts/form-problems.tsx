/**
 * Why a form was not accepted: a summary whose lines lead to the fields. The first wrong field gets the focus, so that
 * what is wrong is seen and heard where it can be put right.
 */
import { useEffect, useRef } from 'react'
import { type Labels, problemsOf } from '../graph/problems.ts'
import { FailureNote } from '../states/failure-note.tsx'
import { Note } from '../states/note.tsx'

interface FormProblemsProps {
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
  const inside = useRef<HTMLDivElement>(null)
  const { atFields, others } = problemsOf(error, labels)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal, after its fields are marked
  useEffect(() => {
    inside.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
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
