/** The user's account: password, second step, passkeys, sessions, and personal applications. */
import { useQuery } from '@tanstack/react-query'
import { MailChoices } from '../bell/mail-choices.tsx'
import { queryOf } from '../graph/query.ts'
import { roleInWords } from '../people/roles.ts'
import { PageHead } from '../shell/page-head.tsx'
import { useViewer } from '../shell/viewer.ts'
import { Loaded } from '../states/loaded.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { PersonalGrants } from './personal-grants.tsx'
import { ACCOUNT } from './queries.ts'
import { SecondStep } from './second-step.tsx'
import { Sessions } from './sessions.tsx'

export const AccountPage = () => {
  const { name, surname, email, operatorName } = useViewer()
  const query = useQuery(queryOf(ACCOUNT, {}))
  const roles = query.data?.viewer.roleList.map(roleInWords).join(', ')
  return (
    <>
      <PageHead
        title="Account"
        about={`${name} ${surname}, ${email}, at ${operatorName}${roles ? `. ${roles}.` : ''}`}
      />
      <Loaded query={query}>
        {({ viewer }) => (
          <>
            <Sessions account={viewer} />
            <div className="halves">
              <PasswordForm account={viewer} />
              <SecondStep account={viewer} />
            </div>
            <Passkeys account={viewer} />
            <PersonalGrants account={viewer} />
            <MailChoices />
          </>
        )}
      </Loaded>
    </>
  )
}
