/** What was seen of the application when a form was opened, for a decision that a change of it voids (threats row 135). */
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Note } from '../../states/note.tsx'
import type { Dossier } from './queries.ts'

/** What was seen when the form was opened. What arrives later counts as seen once somebody says so. */
export const useSeenDigest = ({ shownDigest }: Dossier) => {
  const [seenDigest, setSeen] = useState(shownDigest)
  const queries = useQueryClient()
  return {
    seenDigest,
    isChanged: seenDigest !== shownDigest,
    lookedAgain: () => setSeen(shownDigest),
    readAgain: () => queries.invalidateQueries(),
  }
}

export const ChangedMeanwhile = ({ onLooked }: { readonly onLooked: () => void }) => (
  <Note
    tone="attention"
    icon="alert"
    action={
      <Button size="xs" onClick={onLooked}>
        I have looked at it
      </Button>
    }
  >
    Registration, evidence or messages changed while this was open. Look at them again before you decide.
  </Note>
)
