/** Which notices come by mail: a tick for each kind that the user can be told of. */
import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../graph/change.ts'
import { queryOf } from '../graph/query.ts'
import { Panel } from '../parts/panel.tsx'
import { FailureNote } from '../states/failure-note.tsx'
import { Loaded } from '../states/loaded.tsx'
import { CHOICES, MAIL_SET, type NoticeKind } from './queries.ts'

const WORDS: Readonly<Record<NoticeKind, string>> = {
  ACCESS_ASKED: 'Somebody asks for an application',
  ACCESS_ANSWERED: 'An administrator answers what you asked for',
  ADMIN_ADDED: 'Somebody becomes administrator',
  FAILING: 'An application or key fails',
  NEAR_CAP: 'An application or key is near its cap of tokens',
  KEY_EXPIRING: 'A key ends soon',
  KEY_UNUSED: 'A key is unused for 30 days',
  TOKEN_ENDING: 'The old secret of a key ends and is still used',
  PAPER_EXPIRING: 'One of your papers ends soon',
  MESSAGE: 'Somebody outside writes about a record',
  LOG_AMENDED: 'A journey log that you signed is amended',
  MANDATORY_REPORT: 'A safety report came that the law asks for',
  SAFETY_OFFICE: 'Somebody joins or leaves the safety office',
  MAKER_LEFT: 'Somebody is removed whose keys or webhooks go on',
}

export const MailChoices = () => {
  const query = useQuery(queryOf(CHOICES, {}))
  const change = useChange(MAIL_SET)
  return (
    <Panel title="Notices by mail" hint="all of them stand in the bell">
      <Loaded query={query}>
        {({ noticeChoiceList }) => {
          const mailed = noticeChoiceList.filter(({ isByMail }) => isByMail).map(({ kind }) => kind)
          const choose = (kind: NoticeKind, isByMail: boolean) =>
            change.mutate({ noticeKindList: isByMail ? [...mailed, kind] : mailed.filter((one) => one !== kind) })
          return (
            <fieldset className="panel-body stack-tight">
              <legend className="unseen">Notices by mail</legend>
              {noticeChoiceList.map(({ kind, isByMail }) => (
                <Checkbox
                  key={kind}
                  label={WORDS[kind]}
                  checked={isByMail}
                  disabled={change.isPending}
                  onChange={(event) => choose(kind, event.currentTarget.checked)}
                />
              ))}
              <FailureNote error={change.error} what="Your choice stays as it was." />
            </fieldset>
          )
        }}
      </Loaded>
    </Panel>
  )
}
