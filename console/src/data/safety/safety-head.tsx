/** From a report in the list of records to where the safety office works on it. */
import { Link } from '@tanstack/react-router'
import { Note } from '../../states/note.tsx'
import type { OwnSections } from '../record-detail.tsx'

export const SafetyHead: OwnSections = ({ id }) => (
  <div className="record-whole">
    <Note
      icon="shield"
      action={
        <Link to="/safety" search={{ open: id }}>
          Open it under Safety
        </Link>
      }
    >
      Its clocks, risk, codes, actions and steps stand there.
    </Note>
  </div>
)
