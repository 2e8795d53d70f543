/** What is said about a report and who changed it: loaded after the report, with the descriptions of records. */
import { RecordConversation } from '../data/conversation/record-conversation.tsx'
import { kindNamed } from '../data/kinds.ts'
import { RecordHistory } from '../data/record-history.tsx'

export const ReportConversation = ({ id }: { readonly id: string }) => <RecordConversation of="SafetyReport" id={id} />

export const ReportHistory = ({ id }: { readonly id: string }) => {
  const kind = kindNamed('SafetyReport')
  return kind ? <RecordHistory kind={kind} id={id} /> : null
}
